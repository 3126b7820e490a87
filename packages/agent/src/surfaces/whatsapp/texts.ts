import { inLanguage, type Translations } from "../../kernel/languages.ts";
import { type QuestionTexts, questionTextsIn } from "../question-texts.ts";

/** What the surface says by itself. */
export interface Texts extends QuestionTexts {
  /** Opens a list of answers; at most 20 characters. */
  readonly choose: string;
  /** A message could not be delivered, and will not be. */
  readonly notDelivered: string;
  /** In place of a file that is gone, or that WhatsApp does not take; its name stands before it. */
  readonly noFile: string;
}

type OwnTexts = Omit<Texts, keyof QuestionTexts>;

const TEXTS: Translations<OwnTexts> = {
  en: {
    choose: "Choose",
    notDelivered: "A message to you could not be delivered.",
    noFile: "cannot be sent here",
  },
  de: {
    choose: "Auswählen",
    notDelivered: "Eine Nachricht an dich konnte nicht zugestellt werden.",
    noFile: "kann hier nicht gesendet werden",
  },
  es: {
    choose: "Elegir",
    notDelivered: "No se pudo entregarte un mensaje.",
    noFile: "no se puede enviar aquí",
  },
  fr: {
    choose: "Choisir",
    notDelivered: "Un message pour vous n’a pas pu être remis.",
    noFile: "ne peut pas être envoyé ici",
  },
  it: {
    choose: "Scegli",
    notDelivered: "Un messaggio per te non è stato consegnato.",
    noFile: "non può essere inviato qui",
  },
  pt: {
    choose: "Escolher",
    notDelivered: "Não foi possível entregar-lhe uma mensagem.",
    noFile: "não pode ser enviado aqui",
  },
  ru: {
    choose: "Выбрать",
    notDelivered: "Не удалось доставить вам сообщение.",
    noFile: "нельзя отправить сюда",
  },
  tr: {
    choose: "Seç",
    notDelivered: "Size bir mesaj iletilemedi.",
    noFile: "buraya gönderilemiyor",
  },
  uk: {
    choose: "Вибрати",
    notDelivered: "Не вдалося доставити вам повідомлення.",
    noFile: "не можна надіслати сюди",
  },
};

/** The surface's texts in a language as BCP 47. */
export function textsIn(language: string | undefined): Texts {
  return { ...questionTextsIn(language), ...inLanguage(TEXTS, language) };
}
