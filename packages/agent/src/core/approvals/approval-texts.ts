import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { CountForms } from "../../kernel/tell-count.ts";

/** What is said around a question: who asks, who has answered, how it ended. */
export interface ApprovalTexts {
  /** What a tool without words of its own is asked as: `{tool}`. */
  readonly run: string;
  /** Stands behind a question that took the place of others. */
  readonly edited: CountForms;
  /** Stands behind a question that was asked elsewhere: `{name}`, in the chat `{chat}`. */
  readonly asked: string;
  /** In place of a name that nobody knows. */
  readonly somebody: string;
  /** `{given}` of `{needed}` people have allowed it, `{name}` last. */
  readonly counted: string;
  /** Instead of the question `{preview}`; `by` where it is known who answered: `{name}`. */
  readonly closed: Readonly<
    Record<"allowed" | "refused", Readonly<Record<"by" | "plain", string>>> & { expired: string }
  >;
  /** The same where it was asked, for whom nothing has run. */
  readonly unanswered: string;
}

const TEXTS: Translations<ApprovalTexts> = {
  en: {
    run: "Run {tool}?",
    edited: { one: "(edited once)", other: "(edited {count} times)" },
    asked: "(asked by {name}, in {chat})",
    somebody: "somebody",
    counted: "({given} of {needed} allowed it: {name})",
    closed: {
      allowed: { by: "Allowed by {name}: {preview}", plain: "Allowed: {preview}" },
      refused: {
        by: "Refused by {name}: {preview}",
        plain: "Refused: {preview}",
      },
      expired: "Not answered in time: {preview}",
    },
    unanswered: "Nobody answered in time, so it did not run: {preview}",
  },
  de: {
    run: "{tool} ausführen?",
    edited: { one: "(einmal geändert)", other: "({count}-mal geändert)" },
    asked: "(gefragt hat {name}, in {chat})",
    somebody: "jemand",
    counted: "(erlaubt: {given} von {needed}, zuletzt {name})",
    closed: {
      allowed: { by: "Erlaubt von {name}: {preview}", plain: "Erlaubt: {preview}" },
      refused: { by: "Abgelehnt von {name}: {preview}", plain: "Abgelehnt: {preview}" },
      expired: "Nicht rechtzeitig beantwortet: {preview}",
    },
    unanswered: "Niemand hat rechtzeitig geantwortet, es ist also nicht passiert: {preview}",
  },
  es: {
    run: "¿Ejecutar {tool}?",
    edited: { one: "(cambiado una vez)", other: "(cambiado {count} veces)" },
    asked: "(lo pide {name}, en {chat})",
    somebody: "alguien",
    counted: "(permisos: {given} de {needed}, el último de {name})",
    closed: {
      allowed: { by: "Permitido por {name}: {preview}", plain: "Permitido: {preview}" },
      refused: { by: "Rechazado por {name}: {preview}", plain: "Rechazado: {preview}" },
      expired: "Sin respuesta a tiempo: {preview}",
    },
    unanswered: "Nadie respondió a tiempo, así que no se ha hecho: {preview}",
  },
  fr: {
    run: "Exécuter {tool} ?",
    edited: { one: "(modifié une fois)", other: "(modifié {count} fois)" },
    asked: "(demandé par {name}, dans {chat})",
    somebody: "quelqu’un",
    counted: "(autorisations : {given} sur {needed}, la dernière par {name})",
    closed: {
      allowed: { by: "Autorisé par {name} : {preview}", plain: "Autorisé : {preview}" },
      refused: { by: "Refusé par {name} : {preview}", plain: "Refusé : {preview}" },
      expired: "Sans réponse à temps : {preview}",
    },
    unanswered: "Personne n’a répondu à temps, rien n’a donc été fait : {preview}",
  },
  it: {
    run: "Eseguire {tool}?",
    edited: { one: "(modificato una volta)", other: "(modificato {count} volte)" },
    asked: "(lo chiede {name}, in {chat})",
    somebody: "qualcuno",
    counted: "(permessi: {given} su {needed}, l’ultimo da {name})",
    closed: {
      allowed: { by: "Permesso da {name}: {preview}", plain: "Permesso: {preview}" },
      refused: { by: "Rifiutato da {name}: {preview}", plain: "Rifiutato: {preview}" },
      expired: "Nessuna risposta in tempo: {preview}",
    },
    unanswered: "Nessuno ha risposto in tempo, quindi non è stato fatto: {preview}",
  },
  pt: {
    run: "Executar {tool}?",
    edited: { one: "(alterado uma vez)", other: "(alterado {count} vezes)" },
    asked: "(pedido por {name}, em {chat})",
    somebody: "alguém",
    counted: "(permissões: {given} de {needed}, a última de {name})",
    closed: {
      allowed: { by: "Permitido por {name}: {preview}", plain: "Permitido: {preview}" },
      refused: { by: "Recusado por {name}: {preview}", plain: "Recusado: {preview}" },
      expired: "Sem resposta a tempo: {preview}",
    },
    unanswered: "Ninguém respondeu a tempo, por isso não foi feito: {preview}",
  },
  ru: {
    run: "Выполнить {tool}?",
    edited: {
      one: "(изменено {count} раз)",
      few: "(изменено {count} раза)",
      many: "(изменено {count} раз)",
      other: "(изменено {count} раз)",
    },
    asked: "(спрашивает {name}, чат {chat})",
    somebody: "кто-то",
    counted: "(разрешений: {given} из {needed}, последнее — {name})",
    closed: {
      allowed: { by: "Разрешение дано ({name}): {preview}", plain: "Разрешено: {preview}" },
      refused: { by: "Отказано ({name}): {preview}", plain: "Отказано: {preview}" },
      expired: "Нет ответа в срок: {preview}",
    },
    unanswered: "Никто не ответил в срок, поэтому это не выполнено: {preview}",
  },
  tr: {
    run: "{tool} çalıştırılsın mı?",
    edited: { one: "({count} kez değiştirildi)", other: "({count} kez değiştirildi)" },
    asked: "(soran: {name}, {chat})",
    somebody: "biri",
    counted: "({needed} kişiden {given} kişi izin verdi: {name})",
    closed: {
      allowed: { by: "İzin verildi ({name}): {preview}", plain: "İzin verildi: {preview}" },
      refused: { by: "Reddedildi ({name}): {preview}", plain: "Reddedildi: {preview}" },
      expired: "Zamanında yanıtlanmadı: {preview}",
    },
    unanswered: "Kimse zamanında yanıt vermedi, bu yüzden yapılmadı: {preview}",
  },
  uk: {
    run: "Виконати {tool}?",
    edited: {
      one: "(змінено {count} раз)",
      few: "(змінено {count} рази)",
      many: "(змінено {count} разів)",
      other: "(змінено {count} разів)",
    },
    asked: "(запитує {name}, чат {chat})",
    somebody: "хтось",
    counted: "(дозволів: {given} з {needed}, останній — {name})",
    closed: {
      allowed: { by: "Дозвіл надано ({name}): {preview}", plain: "Дозволено: {preview}" },
      refused: { by: "Відмовлено ({name}): {preview}", plain: "Відмовлено: {preview}" },
      expired: "Відповіді вчасно не було: {preview}",
    },
    unanswered: "Ніхто не відповів вчасно, тож це не виконано: {preview}",
  },
};

/** What is said around questions, in a language as BCP 47. */
export function approvalTextsIn(language: string | undefined): ApprovalTexts {
  return inLanguage(TEXTS, language);
}
