import { inLanguage, type Translations } from "../../kernel/languages.ts";

/** The words of a briefing. */
export interface BriefingTexts {
  readonly toDo: string;
  readonly reminders: string;
  /** What the agent does by itself. */
  readonly iWill: string;
  readonly toRead: string;
  readonly urgent: string;
  /** Was due at `{moment}`. */
  readonly overdue: string;
  /** Due at `{time}`. */
  readonly by: string;
  /** On `{day}`. */
  readonly nothing: string;
}

const TEXTS: Translations<BriefingTexts> = {
  en: {
    toDo: "To do",
    reminders: "Reminders",
    iWill: "I will",
    toRead: "To read",
    urgent: "urgent",
    overdue: "overdue since {moment}",
    by: "by {time}",
    nothing: "{day}: nothing is planned.",
  },
  de: {
    toDo: "Zu tun",
    reminders: "Erinnerungen",
    iWill: "Das mache ich",
    toRead: "Zu lesen",
    urgent: "dringend",
    overdue: "überfällig seit {moment}",
    by: "bis {time}",
    nothing: "{day}: Es ist nichts geplant.",
  },
  es: {
    toDo: "Por hacer",
    reminders: "Recordatorios",
    iWill: "Lo que haré yo",
    toRead: "Por leer",
    urgent: "urgente",
    overdue: "atrasado desde {moment}",
    by: "antes de las {time}",
    nothing: "{day}: no hay nada previsto.",
  },
  fr: {
    toDo: "À faire",
    reminders: "Rappels",
    iWill: "Ce que je ferai",
    toRead: "À lire",
    urgent: "urgent",
    overdue: "en retard depuis {moment}",
    by: "avant {time}",
    nothing: "{day} : rien n’est prévu.",
  },
  it: {
    toDo: "Da fare",
    reminders: "Promemoria",
    iWill: "Che cosa farò io",
    toRead: "Da leggere",
    urgent: "urgente",
    overdue: "in ritardo da {moment}",
    by: "entro le {time}",
    nothing: "{day}: non c’è nulla in programma.",
  },
  pt: {
    toDo: "Para fazer",
    reminders: "Lembretes",
    iWill: "O que eu farei",
    toRead: "Para ler",
    urgent: "urgente",
    overdue: "em atraso desde {moment}",
    by: "até às {time}",
    nothing: "{day}: não há nada previsto.",
  },
  ru: {
    toDo: "Дела",
    reminders: "Напоминания",
    iWill: "Что сделаю я",
    toRead: "Прочитать",
    urgent: "срочно",
    overdue: "срок истёк: {moment}",
    by: "до {time}",
    nothing: "{day}: ничего не запланировано.",
  },
  tr: {
    toDo: "Yapılacaklar",
    reminders: "Hatırlatıcılar",
    iWill: "Benim yapacaklarım",
    toRead: "Okunacaklar",
    urgent: "acil",
    overdue: "gecikti, son tarih {moment}",
    by: "en geç {time}",
    nothing: "{day}: planlanmış bir şey yok.",
  },
  uk: {
    toDo: "Справи",
    reminders: "Нагадування",
    iWill: "Що зроблю я",
    toRead: "Прочитати",
    urgent: "терміново",
    overdue: "термін минув: {moment}",
    by: "до {time}",
    nothing: "{day}: нічого не заплановано.",
  },
};

/** The words of a briefing in a language (BCP 47). */
export function briefingTextsIn(language: string | undefined): BriefingTexts {
  return inLanguage(TEXTS, language);
}
