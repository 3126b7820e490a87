import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { CountForms } from "../../kernel/tell-count.ts";

/** What commands answer of what people keep with the agent. */
export interface KeptTexts {
  readonly archive: Readonly<Record<"on" | "off", string>>;
  /** That in groups not everybody says what is kept. */
  readonly groupArchive: string;
  /** The lines of the file with everything. */
  readonly exported: CountForms;
  /** How many rows are gone. */
  readonly forgotten: CountForms;
  /** That `/forgetme {code}` removes everything. */
  readonly confirmForgetting: string;
  readonly nothingChanged: string;
  /** `{change}` was undone since. */
  readonly wasUndone: string;
  readonly undone: string;
  /** The same where others read along. */
  readonly undoneForOthers: string;
  readonly nothingToUndo: string;
  /** The owner stands behind the entry `{id}` now. */
  readonly confirmed: string;
  readonly nothingToConfirm: string;
  /** There is no entry `{id}` to confirm, and how they are listed. */
  readonly noEntry: string;
  readonly listEntries: string;
  readonly urgent: string;
  /** When a reminder comes that waits for what somebody writes: `{who}`, about `{words}`. */
  readonly onMessage: string;
  readonly onMessageAbout: string;
  readonly somebody: string;
  readonly later: string;
}

const TEXTS: Translations<KeptTexts> = {
  en: {
    archive: { on: "archive: on", off: "archive: off" },
    groupArchive: "In a group only the owner and admins decide what is kept.",
    exported: {
      one: "Everything that I keep about you: {count} line.",
      other: "Everything that I keep about you: {count} lines.",
    },
    forgotten: {
      one: "Everything of yours is removed ({count} row).",
      other: "Everything of yours is removed ({count} rows).",
    },
    confirmForgetting:
      "This removes everything that you said and all that was made of it, for good. If you are sure: /forgetme {code}",
    nothingChanged: "Nothing was changed yet.",
    wasUndone: "{change} (undone)",
    undone: "Undone: {change}",
    undoneForOthers: "Undone.",
    nothingToUndo: "Nothing is left to undo.",
    confirmed: "Confirmed: {id}",
    nothingToConfirm: "Nothing is waiting to be confirmed.",
    noEntry: "There is no unconfirmed entry {id}.",
    listEntries: "List them with: /memory",
    urgent: "urgent",
    onMessage: "when {who} writes",
    onMessageAbout: "when {who} writes about {words}",
    somebody: "somebody",
    later: "later",
  },
  de: {
    archive: { on: "Archiv: an", off: "Archiv: aus" },
    groupArchive: "In einer Gruppe bestimmen nur der Besitzer und Admins, was aufbewahrt wird.",
    exported: {
      one: "Alles, was ich über dich aufbewahre: {count} Zeile.",
      other: "Alles, was ich über dich aufbewahre: {count} Zeilen.",
    },
    forgotten: {
      one: "Alles von dir ist entfernt ({count} Eintrag).",
      other: "Alles von dir ist entfernt ({count} Einträge).",
    },
    confirmForgetting:
      "Damit wird alles, was du gesagt hast und was daraus entstanden ist, endgültig entfernt. Wenn du sicher bist: /forgetme {code}",
    nothingChanged: "Es wurde noch nichts geändert.",
    wasUndone: "{change} (zurückgenommen)",
    undone: "Zurückgenommen: {change}",
    undoneForOthers: "Zurückgenommen.",
    nothingToUndo: "Es gibt nichts mehr zurückzunehmen.",
    confirmed: "Bestätigt: {id}",
    nothingToConfirm: "Nichts wartet auf Bestätigung.",
    noEntry: "Es gibt keinen unbestätigten Eintrag {id}.",
    listEntries: "Alle zeigt: /memory",
    urgent: "dringend",
    onMessage: "wenn {who} schreibt",
    onMessageAbout: "wenn {who} etwas zu {words} schreibt",
    somebody: "jemand",
    later: "später",
  },
  es: {
    archive: { on: "archivo del chat: activado", off: "archivo del chat: desactivado" },
    groupArchive: "En un grupo solo el propietario y los administradores deciden qué se conserva.",
    exported: {
      one: "Todo lo que guardo de ti: {count} línea.",
      other: "Todo lo que guardo de ti: {count} líneas.",
    },
    forgotten: {
      one: "Se ha borrado todo lo tuyo ({count} registro).",
      other: "Se ha borrado todo lo tuyo ({count} registros).",
    },
    confirmForgetting:
      "Esto borra para siempre todo lo que has dicho y lo que se hizo con ello. Si de verdad lo quieres: /forgetme {code}",
    nothingChanged: "Todavía no se ha cambiado nada.",
    wasUndone: "{change} (deshecho)",
    undone: "Deshecho: {change}",
    undoneForOthers: "Deshecho.",
    nothingToUndo: "No queda nada que deshacer.",
    confirmed: "Confirmado: {id}",
    nothingToConfirm: "No hay nada pendiente de confirmación.",
    noEntry: "No hay ninguna entrada {id} sin confirmar.",
    listEntries: "Se ven todas con: /memory",
    urgent: "urgente",
    onMessage: "cuando escriba {who}",
    onMessageAbout: "cuando {who} escriba sobre {words}",
    somebody: "alguien",
    later: "más tarde",
  },
  fr: {
    archive: { on: "archive : activée", off: "archive : désactivée" },
    groupArchive:
      "Dans un groupe, seuls le propriétaire et les administrateurs décident de ce qui est conservé.",
    exported: {
      one: "Tout ce que je garde de vous : {count} ligne.",
      other: "Tout ce que je garde de vous : {count} lignes.",
    },
    forgotten: {
      one: "Tout ce qui est à vous est effacé ({count} entrée).",
      other: "Tout ce qui est à vous est effacé ({count} entrées).",
    },
    confirmForgetting:
      "Cela efface pour toujours tout ce que vous avez dit et ce qui en a été fait. Si vous le voulez vraiment : /forgetme {code}",
    nothingChanged: "Rien n’a encore été changé.",
    wasUndone: "{change} (annulé)",
    undone: "Annulé : {change}",
    undoneForOthers: "Annulé.",
    nothingToUndo: "Il n’y a plus rien à annuler.",
    confirmed: "Confirmé : {id}",
    nothingToConfirm: "Rien n’attend d’être confirmé.",
    noEntry: "Il n’y a pas d’entrée {id} à confirmer.",
    listEntries: "Pour les voir toutes : /memory",
    urgent: "urgent",
    onMessage: "quand {who} écrira",
    onMessageAbout: "quand {who} écrira (sujet : {words})",
    somebody: "quelqu’un",
    later: "plus tard",
  },
  it: {
    archive: { on: "archivio: attivo", off: "archivio: disattivato" },
    groupArchive:
      "In un gruppo solo il proprietario e gli amministratori decidono che cosa si conserva.",
    exported: {
      one: "Tutto ciò che conservo di te: {count} riga.",
      other: "Tutto ciò che conservo di te: {count} righe.",
    },
    forgotten: {
      one: "Tutto ciò che è tuo è stato cancellato ({count} voce).",
      other: "Tutto ciò che è tuo è stato cancellato ({count} voci).",
    },
    confirmForgetting:
      "Questo cancella per sempre tutto ciò che hai detto e ciò che ne è stato fatto. Se lo vuoi davvero: /forgetme {code}",
    nothingChanged: "Non è ancora stato cambiato nulla.",
    wasUndone: "{change} (annullato)",
    undone: "Annullato: {change}",
    undoneForOthers: "Annullato.",
    nothingToUndo: "Non c’è più nulla da annullare.",
    confirmed: "Confermato: {id}",
    nothingToConfirm: "Non c’è nulla in attesa di conferma.",
    noEntry: "Non c’è nessuna voce {id} da confermare.",
    listEntries: "Si vedono tutte con: /memory",
    urgent: "urgente",
    onMessage: "quando scrive {who}",
    onMessageAbout: "quando {who} scrive di {words}",
    somebody: "qualcuno",
    later: "più tardi",
  },
  pt: {
    archive: { on: "arquivo: ligado", off: "arquivo: desligado" },
    groupArchive: "Num grupo só o proprietário e os administradores decidem o que é guardado.",
    exported: {
      one: "Tudo o que guardo sobre si: {count} linha.",
      other: "Tudo o que guardo sobre si: {count} linhas.",
    },
    forgotten: {
      one: "Tudo o que é seu foi apagado ({count} registo).",
      other: "Tudo o que é seu foi apagado ({count} registos).",
    },
    confirmForgetting:
      "Isto apaga para sempre tudo o que disse e o que foi feito com isso. Se tem a certeza: /forgetme {code}",
    nothingChanged: "Ainda nada foi alterado.",
    wasUndone: "{change} (desfeito)",
    undone: "Desfeito: {change}",
    undoneForOthers: "Desfeito.",
    nothingToUndo: "Não há mais nada para desfazer.",
    confirmed: "Confirmado: {id}",
    nothingToConfirm: "Não há nada à espera de confirmação.",
    noEntry: "Não há nenhuma entrada {id} por confirmar.",
    listEntries: "Veja-as todas com: /memory",
    urgent: "urgente",
    onMessage: "quando {who} escrever",
    onMessageAbout: "quando {who} escrever sobre {words}",
    somebody: "alguém",
    later: "mais tarde",
  },
  ru: {
    archive: { on: "архив: включён", off: "архив: выключен" },
    groupArchive: "В группе только владелец и администраторы решают, что хранится.",
    exported: {
      one: "Всё, что я о вас храню: {count} строка.",
      few: "Всё, что я о вас храню: {count} строки.",
      many: "Всё, что я о вас храню: {count} строк.",
      other: "Всё, что я о вас храню: {count} строки.",
    },
    forgotten: {
      one: "Всё ваше удалено ({count} запись).",
      few: "Всё ваше удалено ({count} записи).",
      many: "Всё ваше удалено ({count} записей).",
      other: "Всё ваше удалено ({count} записи).",
    },
    confirmForgetting:
      "Так навсегда удаляется всё, что вы сказали, и всё, что из этого получилось. Если вы уверены: /forgetme {code}",
    nothingChanged: "Пока ничего не менялось.",
    wasUndone: "{change} (отменено)",
    undone: "Отменено: {change}",
    undoneForOthers: "Отменено.",
    nothingToUndo: "Отменять больше нечего.",
    confirmed: "Подтверждено: {id}",
    nothingToConfirm: "Ничто не ждёт подтверждения.",
    noEntry: "Неподтверждённой записи {id} нет.",
    listEntries: "Список: /memory",
    urgent: "срочно",
    onMessage: "когда напишет {who}",
    onMessageAbout: "когда {who} напишет про {words}",
    somebody: "кто-нибудь",
    later: "позже",
  },
  tr: {
    archive: { on: "arşiv: açık", off: "arşiv: kapalı" },
    groupArchive: "Bir grupta neyin saklanacağına yalnızca sahibim ve yöneticiler karar verir.",
    exported: {
      one: "Sizin hakkınızda sakladığım her şey: {count} satır.",
      other: "Sizin hakkınızda sakladığım her şey: {count} satır.",
    },
    forgotten: {
      one: "Size ait her şey silindi ({count} kayıt).",
      other: "Size ait her şey silindi ({count} kayıt).",
    },
    confirmForgetting:
      "Bu, söylediğiniz her şeyi ve ondan çıkan her şeyi kalıcı olarak siler. Eminseniz: /forgetme {code}",
    nothingChanged: "Henüz hiçbir şey değiştirilmedi.",
    wasUndone: "{change} (geri alındı)",
    undone: "Geri alındı: {change}",
    undoneForOthers: "Geri alındı.",
    nothingToUndo: "Geri alınacak bir şey kalmadı.",
    confirmed: "Onaylandı: {id}",
    nothingToConfirm: "Onay bekleyen bir şey yok.",
    noEntry: "Onay bekleyen {id} adlı bir kayıt yok.",
    listEntries: "Hepsini gösterir: /memory",
    urgent: "acil",
    onMessage: "{who} yazdığında",
    onMessageAbout: "{who} {words} hakkında yazdığında",
    somebody: "biri",
    later: "daha sonra",
  },
  uk: {
    archive: { on: "архів: увімкнено", off: "архів: вимкнено" },
    groupArchive: "У групі лише власник і адміністратори вирішують, що зберігається.",
    exported: {
      one: "Усе, що я про вас зберігаю: {count} рядок.",
      few: "Усе, що я про вас зберігаю: {count} рядки.",
      many: "Усе, що я про вас зберігаю: {count} рядків.",
      other: "Усе, що я про вас зберігаю: {count} рядка.",
    },
    forgotten: {
      one: "Усе ваше видалено ({count} запис).",
      few: "Усе ваше видалено ({count} записи).",
      many: "Усе ваше видалено ({count} записів).",
      other: "Усе ваше видалено ({count} запису).",
    },
    confirmForgetting:
      "Так назавжди видаляється все, що ви сказали, і все, що з цього вийшло. Якщо ви впевнені: /forgetme {code}",
    nothingChanged: "Поки що нічого не змінювалося.",
    wasUndone: "{change} (скасовано)",
    undone: "Скасовано: {change}",
    undoneForOthers: "Скасовано.",
    nothingToUndo: "Скасовувати більше нічого.",
    confirmed: "Підтверджено: {id}",
    nothingToConfirm: "Ніщо не чекає на підтвердження.",
    noEntry: "Непідтвердженого запису {id} немає.",
    listEntries: "Список: /memory",
    urgent: "терміново",
    onMessage: "коли напише {who}",
    onMessageAbout: "коли {who} напише про {words}",
    somebody: "хтось",
    later: "пізніше",
  },
};

/** The answers of these commands in a person's language (BCP 47). */
export function keptTextsIn(language: string | undefined): KeptTexts {
  return inLanguage(TEXTS, language);
}
