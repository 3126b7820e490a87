import { inLanguage, type Translations } from "../../kernel/languages.ts";

/** What reminders say besides the words that they were made with. */
export interface ReminderTexts {
  /** `{moment}` is when it was due: "today 09:00". */
  readonly late: string;
}

const TEXTS: Translations<ReminderTexts> = {
  en: { late: "late: it was due {moment}" },
  de: { late: "verspätet, fällig war es: {moment}" },
  es: { late: "con retraso, tocaba: {moment}" },
  fr: { late: "en retard, c’était prévu : {moment}" },
  it: { late: "in ritardo, era previsto: {moment}" },
  pt: { late: "atrasado, estava previsto: {moment}" },
  ru: { late: "с опозданием, срок был: {moment}" },
  tr: { late: "gecikti, zamanı: {moment}" },
  uk: { late: "із запізненням, термін був: {moment}" },
};

/** What reminders say by themselves, in a language as BCP 47. */
export function reminderTextsIn(language: string | undefined): ReminderTexts {
  return inLanguage(TEXTS, language);
}
