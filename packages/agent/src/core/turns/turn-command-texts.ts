import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { CountForms } from "../../kernel/tell-count.ts";
import type { Module } from "./overrides-section.ts";

/** What `/agent`, `/mode`, `/loop`, `/pause`, `/resume` and `/modules` answer. */
export interface TurnCommandTexts {
  /** `{agent}` was chosen. */
  readonly agentChosen: string;
  readonly tools: CountForms;
  readonly noTools: string;
  readonly modules: Readonly<Record<Module["state"], string>>;
  /** How a chat is answered: `{mode}` and `{steps}`. */
  readonly settings: string;
  readonly paused: string;
  readonly wasPaused: string;
  readonly wasNotPaused: string;
  /** How many came, `{noted}`, and how many of them are answered, `{answering}`. */
  readonly resumed: string;
}

const TEXTS: Translations<TurnCommandTexts> = {
  en: {
    agentChosen: "From your next message on, {agent} answers here.",
    tools: { one: "{count} tool", other: "{count} tools" },
    noTools: "There are no tools.",
    modules: { on: "on", off: "off", "off everywhere": "off everywhere" },
    settings: "mode: {mode}\nmax steps: {steps}",
    paused: "Paused. What arrives is noted until /resume.",
    wasPaused: "It was paused already.",
    wasNotPaused: "Nothing was paused.",
    resumed: "Messages that came meanwhile: {noted}; {answering} of them will be answered.",
  },
  de: {
    agentChosen: "Ab deiner nächsten Nachricht antwortet hier {agent}.",
    tools: { one: "{count} Werkzeug", other: "{count} Werkzeuge" },
    noTools: "Es gibt keine Werkzeuge.",
    modules: { on: "an", off: "aus", "off everywhere": "überall aus" },
    settings: "Modus: {mode}\nSchritte höchstens: {steps}",
    paused: "Pausiert. Was ankommt, merke ich mir bis /resume.",
    wasPaused: "Hier war schon pausiert.",
    wasNotPaused: "Es war nichts pausiert.",
    resumed: "Nachrichten in der Zwischenzeit: {noted}; davon beantworte ich {answering}.",
  },
  es: {
    agentChosen: "A partir de tu próximo mensaje responde aquí {agent}.",
    tools: { one: "{count} herramienta", other: "{count} herramientas" },
    noTools: "No hay herramientas.",
    modules: {
      on: "activado",
      off: "desactivado",
      "off everywhere": "desactivado en todas partes",
    },
    settings: "modo: {mode}\nmáximo de pasos: {steps}",
    paused: "En pausa. Lo que llegue queda anotado hasta /resume.",
    wasPaused: "Ya estaba en pausa.",
    wasNotPaused: "No había nada en pausa.",
    resumed: "Mensajes llegados entretanto: {noted}; respondo a {answering} de ellos.",
  },
  fr: {
    agentChosen: "À partir de votre prochain message, {agent} répond ici.",
    tools: { one: "{count} outil", other: "{count} outils" },
    noTools: "Il n’y a pas d’outils.",
    modules: { on: "activé", off: "désactivé", "off everywhere": "désactivé partout" },
    settings: "mode : {mode}\nnombre maximal d’étapes : {steps}",
    paused: "En pause. Ce qui arrive est noté jusqu’à /resume.",
    wasPaused: "C’était déjà en pause.",
    wasNotPaused: "Rien n’était en pause.",
    resumed: "Messages arrivés entre-temps : {noted} ; je réponds à {answering} d’entre eux.",
  },
  it: {
    agentChosen: "Dal tuo prossimo messaggio qui risponde {agent}.",
    tools: { one: "{count} strumento", other: "{count} strumenti" },
    noTools: "Non ci sono strumenti.",
    modules: { on: "attivo", off: "disattivato", "off everywhere": "disattivato ovunque" },
    settings: "modalità: {mode}\nmassimo di passi: {steps}",
    paused: "In pausa. Ciò che arriva viene annotato fino a /resume.",
    wasPaused: "Era già in pausa.",
    wasNotPaused: "Non c’era nulla in pausa.",
    resumed: "Messaggi arrivati nel frattempo: {noted}; rispondo a {answering} di questi.",
  },
  pt: {
    agentChosen: "A partir da sua próxima mensagem, quem responde aqui é {agent}.",
    tools: { one: "{count} ferramenta", other: "{count} ferramentas" },
    noTools: "Não há ferramentas.",
    modules: { on: "ligado", off: "desligado", "off everywhere": "desligado em todo o lado" },
    settings: "modo: {mode}\nmáximo de passos: {steps}",
    paused: "Em pausa. O que chegar fica anotado até /resume.",
    wasPaused: "Já estava em pausa.",
    wasNotPaused: "Não havia nada em pausa.",
    resumed: "Mensagens que chegaram entretanto: {noted}; respondo a {answering} delas.",
  },
  ru: {
    agentChosen: "Начиная со следующего вашего сообщения здесь отвечает {agent}.",
    tools: {
      one: "{count} инструмент",
      few: "{count} инструмента",
      many: "{count} инструментов",
      other: "{count} инструмента",
    },
    noTools: "Инструментов нет.",
    modules: { on: "включено", off: "выключено", "off everywhere": "выключено везде" },
    settings: "режим: {mode}\nне больше шагов: {steps}",
    paused: "Пауза. Всё, что придёт, я запомню до команды /resume.",
    wasPaused: "Пауза уже включена.",
    wasNotPaused: "Никакой паузы не было.",
    resumed: "Сообщений за это время: {noted}; из них отвечу на {answering}.",
  },
  tr: {
    agentChosen: "Bir sonraki mesajınızdan itibaren burada {agent} yanıt verir.",
    tools: { one: "{count} araç", other: "{count} araç" },
    noTools: "Hiç araç yok.",
    modules: { on: "açık", off: "kapalı", "off everywhere": "her yerde kapalı" },
    settings: "mod: {mode}\nen çok adım: {steps}",
    paused: "Duraklatıldı. Gelenler /resume komutuna kadar not edilir.",
    wasPaused: "Zaten duraklatılmıştı.",
    wasNotPaused: "Duraklatılmış bir şey yoktu.",
    resumed: "Bu arada gelen mesaj sayısı: {noted}; yanıtlayacağım: {answering}.",
  },
  uk: {
    agentChosen: "Починаючи з вашого наступного повідомлення, тут відповідає {agent}.",
    tools: {
      one: "{count} інструмент",
      few: "{count} інструменти",
      many: "{count} інструментів",
      other: "{count} інструмента",
    },
    noTools: "Інструментів немає.",
    modules: { on: "увімкнено", off: "вимкнено", "off everywhere": "вимкнено всюди" },
    settings: "режим: {mode}\nне більше кроків: {steps}",
    paused: "Пауза. Усе, що надійде, я занотую до команди /resume.",
    wasPaused: "Паузу вже було ввімкнено.",
    wasNotPaused: "Жодної паузи не було.",
    resumed: "Повідомлень за цей час: {noted}; з них відповім на {answering}.",
  },
};

/** The answers of these commands in a person's language (BCP 47). */
export function turnCommandTextsIn(language: string | undefined): TurnCommandTexts {
  return inLanguage(TEXTS, language);
}
