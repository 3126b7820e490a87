import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { CountForms } from "../../kernel/tell-count.ts";

/** What people are told who write faster than they are answered. */
export interface RateTexts {
  /** How many messages are answered. */
  readonly rates: Readonly<Record<"personMinute" | "personDay" | "groupMinute", CountForms>>;
  /** `{rate}` as above, and `{moment}` when it is free again. */
  readonly limit: string;
  /** `{limit}` as above. */
  readonly delayed: string;
}

const TEXTS: Translations<RateTexts> = {
  en: {
    rates: {
      personMinute: {
        one: "I answer {count} message from each person per minute",
        other: "I answer {count} messages from each person per minute",
      },
      personDay: {
        one: "I answer {count} message from each person per day",
        other: "I answer {count} messages from each person per day",
      },
      groupMinute: {
        one: "I answer {count} message per minute in a group",
        other: "I answer {count} messages per minute in a group",
      },
    },
    limit: "{rate}; it is free again {moment}",
    delayed: "I answer this later: {limit}.",
  },
  de: {
    rates: {
      personMinute: {
        one: "Pro Person und Minute beantworte ich {count} Nachricht",
        other: "Pro Person und Minute beantworte ich {count} Nachrichten",
      },
      personDay: {
        one: "Pro Person und Tag beantworte ich {count} Nachricht",
        other: "Pro Person und Tag beantworte ich {count} Nachrichten",
      },
      groupMinute: {
        one: "In einer Gruppe beantworte ich pro Minute {count} Nachricht",
        other: "In einer Gruppe beantworte ich pro Minute {count} Nachrichten",
      },
    },
    limit: "{rate}; wieder frei {moment}",
    delayed: "Das beantworte ich später: {limit}.",
  },
  es: {
    rates: {
      personMinute: {
        one: "respondo a {count} mensaje por persona y minuto",
        other: "respondo a {count} mensajes por persona y minuto",
      },
      personDay: {
        one: "respondo a {count} mensaje por persona y día",
        other: "respondo a {count} mensajes por persona y día",
      },
      groupMinute: {
        one: "en un grupo respondo a {count} mensaje por minuto",
        other: "en un grupo respondo a {count} mensajes por minuto",
      },
    },
    limit: "{rate}; de nuevo posible {moment}",
    delayed: "A esto respondo más tarde: {limit}.",
  },
  fr: {
    rates: {
      personMinute: {
        one: "je réponds à {count} message par personne et par minute",
        other: "je réponds à {count} messages par personne et par minute",
      },
      personDay: {
        one: "je réponds à {count} message par personne et par jour",
        other: "je réponds à {count} messages par personne et par jour",
      },
      groupMinute: {
        one: "dans un groupe, je réponds à {count} message par minute",
        other: "dans un groupe, je réponds à {count} messages par minute",
      },
    },
    limit: "{rate} ; de nouveau possible {moment}",
    delayed: "Je réponds à ceci plus tard : {limit}.",
  },
  it: {
    rates: {
      personMinute: {
        one: "rispondo a {count} messaggio per persona al minuto",
        other: "rispondo a {count} messaggi per persona al minuto",
      },
      personDay: {
        one: "rispondo a {count} messaggio per persona al giorno",
        other: "rispondo a {count} messaggi per persona al giorno",
      },
      groupMinute: {
        one: "in un gruppo rispondo a {count} messaggio al minuto",
        other: "in un gruppo rispondo a {count} messaggi al minuto",
      },
    },
    limit: "{rate}; di nuovo possibile {moment}",
    delayed: "A questo rispondo più tardi: {limit}.",
  },
  pt: {
    rates: {
      personMinute: {
        one: "respondo a {count} mensagem por pessoa e minuto",
        other: "respondo a {count} mensagens por pessoa e minuto",
      },
      personDay: {
        one: "respondo a {count} mensagem por pessoa e dia",
        other: "respondo a {count} mensagens por pessoa e dia",
      },
      groupMinute: {
        one: "num grupo respondo a {count} mensagem por minuto",
        other: "num grupo respondo a {count} mensagens por minuto",
      },
    },
    limit: "{rate}; de novo possível {moment}",
    delayed: "A isto respondo mais tarde: {limit}.",
  },
  ru: {
    rates: {
      personMinute: {
        one: "каждому я отвечаю на {count} сообщение в минуту",
        few: "каждому я отвечаю на {count} сообщения в минуту",
        many: "каждому я отвечаю на {count} сообщений в минуту",
        other: "каждому я отвечаю на {count} сообщения в минуту",
      },
      personDay: {
        one: "каждому я отвечаю на {count} сообщение в день",
        few: "каждому я отвечаю на {count} сообщения в день",
        many: "каждому я отвечаю на {count} сообщений в день",
        other: "каждому я отвечаю на {count} сообщения в день",
      },
      groupMinute: {
        one: "в группе я отвечаю на {count} сообщение в минуту",
        few: "в группе я отвечаю на {count} сообщения в минуту",
        many: "в группе я отвечаю на {count} сообщений в минуту",
        other: "в группе я отвечаю на {count} сообщения в минуту",
      },
    },
    limit: "{rate}; снова можно {moment}",
    delayed: "На это я отвечу позже: {limit}.",
  },
  tr: {
    rates: {
      personMinute: {
        one: "kişi başına dakikada {count} mesaja yanıt veririm",
        other: "kişi başına dakikada {count} mesaja yanıt veririm",
      },
      personDay: {
        one: "kişi başına günde {count} mesaja yanıt veririm",
        other: "kişi başına günde {count} mesaja yanıt veririm",
      },
      groupMinute: {
        one: "bir grupta dakikada {count} mesaja yanıt veririm",
        other: "bir grupta dakikada {count} mesaja yanıt veririm",
      },
    },
    limit: "{rate}; {moment} yeniden mümkün",
    delayed: "Buna daha sonra yanıt vereceğim: {limit}.",
  },
  uk: {
    rates: {
      personMinute: {
        one: "кожному я відповідаю на {count} повідомлення за хвилину",
        few: "кожному я відповідаю на {count} повідомлення за хвилину",
        many: "кожному я відповідаю на {count} повідомлень за хвилину",
        other: "кожному я відповідаю на {count} повідомлення за хвилину",
      },
      personDay: {
        one: "кожному я відповідаю на {count} повідомлення за день",
        few: "кожному я відповідаю на {count} повідомлення за день",
        many: "кожному я відповідаю на {count} повідомлень за день",
        other: "кожному я відповідаю на {count} повідомлення за день",
      },
      groupMinute: {
        one: "у групі я відповідаю на {count} повідомлення за хвилину",
        few: "у групі я відповідаю на {count} повідомлення за хвилину",
        many: "у групі я відповідаю на {count} повідомлень за хвилину",
        other: "у групі я відповідаю на {count} повідомлення за хвилину",
      },
    },
    limit: "{rate}; знову можна {moment}",
    delayed: "На це я відповім пізніше: {limit}.",
  },
};

/** What people are told who write too fast, in a language as BCP 47. */
export function rateTextsIn(language: string | undefined): RateTexts {
  return inLanguage(TEXTS, language);
}
