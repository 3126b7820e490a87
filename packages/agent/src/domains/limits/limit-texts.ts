import { inLanguage, type Translations } from "../../kernel/languages.ts";

/** What people are told of a budget that is used up. */
export interface LimitTexts {
  /** `{whose}` as in `whose`, `{used}` as in `used`, `{moment}` when it is free again. */
  readonly usedUp: Readonly<Record<"day" | "month", string>>;
  readonly used: string;
  /** With what is set aside for requests that run. */
  readonly usedAndHeld: string;
  /** Whose budget it is, as it stands in `usedUp`. */
  readonly whose: Readonly<Record<"person" | "chat" | "tenant" | "platform" | "agent", string>>;
}

const TEXTS: Translations<LimitTexts> = {
  en: {
    usedUp: {
      day: "The daily budget of {whose} is used up: {used}. I answer again {moment}.",
      month: "The monthly budget of {whose} is used up: {used}. I answer again {moment}.",
    },
    used: "{spent} of {most}",
    usedAndHeld: "{spent} and {held} set aside of {most}",
    whose: {
      person: "this person",
      chat: "this chat",
      tenant: "everybody here",
      platform: "this installation",
      agent: "the agent {agent}",
    },
  },
  de: {
    usedUp: {
      day: "Das Tagesbudget {whose} ist aufgebraucht: {used}. Ich antworte wieder {moment}.",
      month: "Das Monatsbudget {whose} ist aufgebraucht: {used}. Ich antworte wieder {moment}.",
    },
    used: "{spent} von {most}",
    usedAndHeld: "{spent} und {held} vorgemerkt, von {most}",
    whose: {
      person: "dieser Person",
      chat: "dieses Chats",
      tenant: "aller hier",
      platform: "dieser Installation",
      agent: "des Agenten {agent}",
    },
  },
  es: {
    usedUp: {
      day: "El presupuesto diario {whose} está agotado: {used}. Volveré a responder {moment}.",
      month: "El presupuesto mensual {whose} está agotado: {used}. Volveré a responder {moment}.",
    },
    used: "{spent} de {most}",
    usedAndHeld: "{spent} y {held} reservados, de {most}",
    whose: {
      person: "de esta persona",
      chat: "de este chat",
      tenant: "de todos los de aquí",
      platform: "de esta instalación",
      agent: "del agente {agent}",
    },
  },
  fr: {
    usedUp: {
      day: "Le budget journalier {whose} est épuisé : {used}. Je répondrai de nouveau {moment}.",
      month: "Le budget mensuel {whose} est épuisé : {used}. Je répondrai de nouveau {moment}.",
    },
    used: "{spent} sur {most}",
    usedAndHeld: "{spent} et {held} réservés, sur {most}",
    whose: {
      person: "de cette personne",
      chat: "de cette discussion",
      tenant: "de tout le monde ici",
      platform: "de cette installation",
      agent: "de l’agent {agent}",
    },
  },
  it: {
    usedUp: {
      day: "Il budget giornaliero {whose} è esaurito: {used}. Risponderò di nuovo {moment}.",
      month: "Il budget mensile {whose} è esaurito: {used}. Risponderò di nuovo {moment}.",
    },
    used: "{spent} su {most}",
    usedAndHeld: "{spent} e {held} accantonati, su {most}",
    whose: {
      person: "di questa persona",
      chat: "di questa chat",
      tenant: "di tutti qui",
      platform: "di questa installazione",
      agent: "dell’agente {agent}",
    },
  },
  pt: {
    usedUp: {
      day: "O orçamento diário {whose} está esgotado: {used}. Volto a responder {moment}.",
      month: "O orçamento mensal {whose} está esgotado: {used}. Volto a responder {moment}.",
    },
    used: "{spent} de {most}",
    usedAndHeld: "{spent} e {held} reservados, de {most}",
    whose: {
      person: "desta pessoa",
      chat: "desta conversa",
      tenant: "de todos aqui",
      platform: "desta instalação",
      agent: "do agente {agent}",
    },
  },
  ru: {
    usedUp: {
      day: "Дневной бюджет {whose} исчерпан: {used}. Я снова отвечу {moment}.",
      month: "Месячный бюджет {whose} исчерпан: {used}. Я снова отвечу {moment}.",
    },
    used: "{spent} из {most}",
    usedAndHeld: "{spent} и ещё {held} отложено, из {most}",
    whose: {
      person: "этого человека",
      chat: "этого чата",
      tenant: "всех здесь",
      platform: "этой установки",
      agent: "агента {agent}",
    },
  },
  tr: {
    usedUp: {
      day: "{whose} günlük bütçesi tükendi: {used}. Yanıt vermeye {moment} yeniden başlarım.",
      month: "{whose} aylık bütçesi tükendi: {used}. Yanıt vermeye {moment} yeniden başlarım.",
    },
    used: "{most} içinden {spent}",
    usedAndHeld: "{most} içinden {spent}, ayrıca {held} ayrıldı",
    whose: {
      person: "Bu kişinin",
      chat: "Bu sohbetin",
      tenant: "Buradaki herkesin",
      platform: "Bu kurulumun",
      agent: "{agent} ajanının",
    },
  },
  uk: {
    usedUp: {
      day: "Денний бюджет {whose} вичерпано: {used}. Я знову відповім {moment}.",
      month: "Місячний бюджет {whose} вичерпано: {used}. Я знову відповім {moment}.",
    },
    used: "{spent} з {most}",
    usedAndHeld: "{spent} і ще {held} відкладено, з {most}",
    whose: {
      person: "цієї людини",
      chat: "цього чату",
      tenant: "усіх тут",
      platform: "цієї установки",
      agent: "агента {agent}",
    },
  },
};

/** What people are told of budgets, in a language as BCP 47. */
export function limitTextsIn(language: string | undefined): LimitTexts {
  return inLanguage(TEXTS, language);
}
