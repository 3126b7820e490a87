import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { CountForms } from "../../kernel/tell-count.ts";

/** What `/status`, `/model` and `/usage` answer. */
export interface StateTexts {
  /** Reeve of `{version}` runs since `{length}`. */
  readonly upFor: string;
  readonly lengths: Readonly<Record<"days" | "hours" | "minutes", string>>;
  readonly model: string;
  readonly messages: string;
  readonly openQuestions: string;
  readonly ofAll: string;
  readonly ofYours: string;
  /** `{spent}`: tokens, and what they cost. */
  readonly today: string;
  readonly thisMonth: string;
  readonly tokens: CountForms;
  /** Of `{limit}` for `{whose}`, `{left}` is left. */
  readonly left: Readonly<Record<"day" | "month", string>>;
  readonly whose: Readonly<Record<"person" | "chat" | "tenant" | "platform" | "agent", string>>;
}

const TEXTS: Translations<StateTexts> = {
  en: {
    upFor: "Reeve {version}, up for {length}",
    lengths: {
      days: "{days} d {hours} h",
      hours: "{hours} h {minutes} min",
      minutes: "{minutes} min",
    },
    model: "model: {model}",
    messages: "messages: {answered} answered, {taken} in progress, {queued} waiting",
    openQuestions: "open questions: {open}",
    ofAll: "Everybody:",
    ofYours: "You:",
    today: "today: {spent}",
    thisMonth: "this month: {spent}",
    tokens: { one: "{count} token", other: "{count} tokens" },
    left: {
      day: "left of {limit} a day for {whose}: {left}",
      month: "left of {limit} a month for {whose}: {left}",
    },
    whose: {
      person: "this person",
      chat: "this chat",
      tenant: "everybody here",
      platform: "this installation",
      agent: "the agent {agent}",
    },
  },
  de: {
    upFor: "Reeve {version}, läuft seit {length}",
    lengths: {
      days: "{days} T. {hours} Std.",
      hours: "{hours} Std. {minutes} Min.",
      minutes: "{minutes} Min.",
    },
    model: "Modell: {model}",
    messages: "Nachrichten: {answered} beantwortet, {taken} in Arbeit, {queued} wartend",
    openQuestions: "offene Fragen: {open}",
    ofAll: "Von allen:",
    ofYours: "Von dir:",
    today: "heute: {spent}",
    thisMonth: "diesen Monat: {spent}",
    tokens: { one: "{count} Token", other: "{count} Tokens" },
    left: {
      day: "übrig von {limit} am Tag für {whose}: {left}",
      month: "übrig von {limit} im Monat für {whose}: {left}",
    },
    whose: {
      person: "diese Person",
      chat: "diesen Chat",
      tenant: "alle hier",
      platform: "diese Installation",
      agent: "den Agenten {agent}",
    },
  },
  es: {
    upFor: "Reeve {version}, en marcha desde hace {length}",
    lengths: {
      days: "{days} d {hours} h",
      hours: "{hours} h {minutes} min",
      minutes: "{minutes} min",
    },
    model: "modelo: {model}",
    messages: "mensajes: {answered} respondidos, {taken} en curso, {queued} en espera",
    openQuestions: "preguntas abiertas: {open}",
    ofAll: "Entre todos:",
    ofYours: "Tú:",
    today: "hoy: {spent}",
    thisMonth: "este mes: {spent}",
    tokens: { one: "{count} token", other: "{count} tokens" },
    left: {
      day: "restante de {limit} al día para {whose}: {left}",
      month: "restante de {limit} al mes para {whose}: {left}",
    },
    whose: {
      person: "esta persona",
      chat: "este chat",
      tenant: "todos los de aquí",
      platform: "esta instalación",
      agent: "el agente {agent}",
    },
  },
  fr: {
    upFor: "Reeve {version}, en marche depuis {length}",
    lengths: {
      days: "{days} j {hours} h",
      hours: "{hours} h {minutes} min",
      minutes: "{minutes} min",
    },
    model: "modèle : {model}",
    messages: "messages : {answered} avec réponse, {taken} en cours, {queued} en attente",
    openQuestions: "questions ouvertes : {open}",
    ofAll: "Pour tout le monde :",
    ofYours: "Pour vous :",
    today: "aujourd’hui : {spent}",
    thisMonth: "ce mois-ci : {spent}",
    tokens: { one: "{count} jeton", other: "{count} jetons" },
    left: {
      day: "restant sur {limit} par jour pour {whose} : {left}",
      month: "restant sur {limit} par mois pour {whose} : {left}",
    },
    whose: {
      person: "cette personne",
      chat: "cette discussion",
      tenant: "tout le monde ici",
      platform: "cette installation",
      agent: "l’agent {agent}",
    },
  },
  it: {
    upFor: "Reeve {version}, attivo da {length}",
    lengths: {
      days: "{days} g {hours} h",
      hours: "{hours} h {minutes} min",
      minutes: "{minutes} min",
    },
    model: "modello: {model}",
    messages: "messaggi: {answered} con risposta, {taken} in corso, {queued} in attesa",
    openQuestions: "domande aperte: {open}",
    ofAll: "Tutti insieme:",
    ofYours: "Tu:",
    today: "oggi: {spent}",
    thisMonth: "questo mese: {spent}",
    tokens: { one: "{count} token", other: "{count} token" },
    left: {
      day: "rimanente di {limit} al giorno per {whose}: {left}",
      month: "rimanente di {limit} al mese per {whose}: {left}",
    },
    whose: {
      person: "questa persona",
      chat: "questa chat",
      tenant: "tutti qui",
      platform: "questa installazione",
      agent: "l’agente {agent}",
    },
  },
  pt: {
    upFor: "Reeve {version}, a funcionar há {length}",
    lengths: {
      days: "{days} d {hours} h",
      hours: "{hours} h {minutes} min",
      minutes: "{minutes} min",
    },
    model: "modelo: {model}",
    messages: "mensagens: {answered} respondidas, {taken} em curso, {queued} em espera",
    openQuestions: "perguntas abertas: {open}",
    ofAll: "Todos juntos:",
    ofYours: "Da sua parte:",
    today: "hoje: {spent}",
    thisMonth: "este mês: {spent}",
    tokens: { one: "{count} token", other: "{count} tokens" },
    left: {
      day: "restante de {limit} por dia para {whose}: {left}",
      month: "restante de {limit} por mês para {whose}: {left}",
    },
    whose: {
      person: "esta pessoa",
      chat: "esta conversa",
      tenant: "todos aqui",
      platform: "esta instalação",
      agent: "o agente {agent}",
    },
  },
  ru: {
    upFor: "Reeve {version}, работает {length}",
    lengths: {
      days: "{days} д {hours} ч",
      hours: "{hours} ч {minutes} мин",
      minutes: "{minutes} мин",
    },
    model: "модель: {model}",
    messages: "сообщения: с ответом — {answered}, в работе — {taken}, в очереди — {queued}",
    openQuestions: "открытые вопросы: {open}",
    ofAll: "У всех:",
    ofYours: "У вас:",
    today: "сегодня: {spent}",
    thisMonth: "в этом месяце: {spent}",
    tokens: {
      one: "{count} токен",
      few: "{count} токена",
      many: "{count} токенов",
      other: "{count} токена",
    },
    left: {
      day: "осталось из {limit} в день для {whose}: {left}",
      month: "осталось из {limit} в месяц для {whose}: {left}",
    },
    whose: {
      person: "этого человека",
      chat: "этого чата",
      tenant: "всех здесь",
      platform: "этой установки",
      agent: "агента {agent}",
    },
  },
  tr: {
    upFor: "Reeve {version}, çalışma süresi: {length}",
    lengths: {
      days: "{days} gün {hours} sa.",
      hours: "{hours} sa. {minutes} dk.",
      minutes: "{minutes} dk.",
    },
    model: "model: {model}",
    messages: "mesajlar: {answered} yanıtlandı, {taken} işleniyor, {queued} bekliyor",
    openQuestions: "açık sorular: {open}",
    ofAll: "Herkes:",
    ofYours: "Siz:",
    today: "bugün: {spent}",
    thisMonth: "bu ay: {spent}",
    tokens: { one: "{count} token", other: "{count} token" },
    left: {
      day: "{whose} günlük {limit} bütçesinden kalan: {left}",
      month: "{whose} aylık {limit} bütçesinden kalan: {left}",
    },
    whose: {
      person: "bu kişinin",
      chat: "bu sohbetin",
      tenant: "buradaki herkesin",
      platform: "bu kurulumun",
      agent: "{agent} ajanının",
    },
  },
  uk: {
    upFor: "Reeve {version}, працює {length}",
    lengths: {
      days: "{days} д {hours} год",
      hours: "{hours} год {minutes} хв",
      minutes: "{minutes} хв",
    },
    model: "модель: {model}",
    messages: "повідомлення: з відповіддю — {answered}, у роботі — {taken}, у черзі — {queued}",
    openQuestions: "відкриті запитання: {open}",
    ofAll: "В усіх:",
    ofYours: "У вас:",
    today: "сьогодні: {spent}",
    thisMonth: "цього місяця: {spent}",
    tokens: {
      one: "{count} токен",
      few: "{count} токени",
      many: "{count} токенів",
      other: "{count} токена",
    },
    left: {
      day: "залишилося з {limit} на день для {whose}: {left}",
      month: "залишилося з {limit} на місяць для {whose}: {left}",
    },
    whose: {
      person: "цієї людини",
      chat: "цього чату",
      tenant: "усіх тут",
      platform: "цієї установки",
      agent: "агента {agent}",
    },
  },
};

/** The answers of these commands in a person's language (BCP 47). */
export function stateTextsIn(language: string | undefined): StateTexts {
  return inLanguage(TEXTS, language);
}
