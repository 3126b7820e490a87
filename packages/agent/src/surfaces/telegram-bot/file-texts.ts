import { inLanguage, type Translations } from "../../kernel/languages.ts";

/** What stands in place of a file; `{name}` is the file's. */
export interface FileTexts {
  /** It is gone from where it lay. */
  readonly gone: string;
  /** Telegram does not take it, or the chat takes no files. */
  readonly refused: string;
}

const TEXTS: Translations<FileTexts> = {
  en: {
    gone: "({name} cannot be read any more.)",
    refused: "({name} cannot be sent here.)",
  },
  de: {
    gone: "({name} lässt sich nicht mehr lesen.)",
    refused: "({name} kann hier nicht gesendet werden.)",
  },
  es: {
    gone: "({name} ya no se puede leer.)",
    refused: "({name} no se puede enviar aquí.)",
  },
  fr: {
    gone: "({name} ne peut plus être lu.)",
    refused: "({name} ne peut pas être envoyé ici.)",
  },
  it: {
    gone: "({name} non si può più leggere.)",
    refused: "({name} non può essere inviato qui.)",
  },
  pt: {
    gone: "({name} já não pode ser lido.)",
    refused: "({name} não pode ser enviado aqui.)",
  },
  ru: {
    gone: "({name} больше нельзя прочитать.)",
    refused: "({name} нельзя отправить сюда.)",
  },
  tr: {
    gone: "({name} artık okunamıyor.)",
    refused: "({name} buraya gönderilemiyor.)",
  },
  uk: {
    gone: "({name} більше не можна прочитати.)",
    refused: "({name} не можна надіслати сюди.)",
  },
};

/** The texts in a language as BCP 47. */
export function fileTextsIn(language: string | undefined): FileTexts {
  return inLanguage(TEXTS, language);
}
