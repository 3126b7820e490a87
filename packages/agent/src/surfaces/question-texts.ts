/** What surfaces say of questions and their buttons. */
export interface QuestionTexts {
  readonly confirm: string;
  readonly cancel: string;
  readonly edit: string;
  /** Buttons of a plan that has failed. */
  readonly plan: Readonly<Record<"continue" | "retry" | "skip" | "abort", string>>;
  /** A tap was carried out. */
  readonly noted: string;
  /** It takes a second person. */
  readonly counted: string;
  readonly alreadyDecided: string;
  /** Beneath a question that is closed. */
  readonly closed: Readonly<Record<"allowed" | "refused" | "expired", string>>;
  readonly notAllowed: string;
  readonly askChange: string;
}

const ENGLISH: QuestionTexts = {
  confirm: "✅ Confirm",
  cancel: "❌ Cancel",
  edit: "✏️ Edit",
  plan: { continue: "Continue", retry: "Try again", skip: "Skip the step", abort: "Abort" },
  noted: "Noted.",
  counted: "Noted. Somebody else has to confirm it, too.",
  alreadyDecided: "This action was already decided.",
  closed: { allowed: "✅ Confirmed", refused: "❌ Cancelled", expired: "⌛ Not answered in time" },
  notAllowed: "This is not yours to decide.",
  askChange: "What would you like to change? Your next message here is the correction.",
};

const TEXTS: Readonly<Record<string, QuestionTexts>> = {
  en: ENGLISH,
  de: {
    confirm: "✅ Bestätigen",
    cancel: "❌ Abbrechen",
    edit: "✏️ Ändern",
    plan: {
      continue: "Weiter",
      retry: "Noch einmal",
      skip: "Schritt auslassen",
      abort: "Abbrechen",
    },
    noted: "Notiert.",
    counted: "Notiert. Es muss noch jemand anders bestätigen.",
    alreadyDecided: "Das wurde schon entschieden.",
    closed: {
      allowed: "✅ Bestätigt",
      refused: "❌ Abgebrochen",
      expired: "⌛ Nicht rechtzeitig beantwortet",
    },
    notAllowed: "Das darfst du nicht entscheiden.",
    askChange: "Was möchtest du ändern? Deine nächste Nachricht hier ist die Korrektur.",
  },
  es: {
    confirm: "✅ Confirmar",
    cancel: "❌ Cancelar",
    edit: "✏️ Cambiar",
    plan: {
      continue: "Continuar",
      retry: "Reintentar",
      skip: "Omitir el paso",
      abort: "Abandonar",
    },
    noted: "Anotado.",
    counted: "Anotado. Otra persona también tiene que confirmarlo.",
    alreadyDecided: "Esta acción ya se decidió.",
    closed: {
      allowed: "✅ Confirmado",
      refused: "❌ Cancelado",
      expired: "⌛ Sin respuesta a tiempo",
    },
    notAllowed: "No te corresponde decidir esto.",
    askChange: "¿Qué quieres cambiar? Tu próximo mensaje aquí es la corrección.",
  },
  fr: {
    confirm: "✅ Confirmer",
    cancel: "❌ Annuler",
    edit: "✏️ Modifier",
    plan: {
      continue: "Continuer",
      retry: "Réessayer",
      skip: "Sauter l’étape",
      abort: "Abandonner",
    },
    noted: "C’est noté.",
    counted: "C’est noté. Quelqu’un d’autre doit aussi confirmer.",
    alreadyDecided: "Cette action a déjà été décidée.",
    closed: { allowed: "✅ Confirmé", refused: "❌ Annulé", expired: "⌛ Sans réponse à temps" },
    notAllowed: "Ce n’est pas à vous d’en décider.",
    askChange: "Que souhaitez-vous modifier ? Votre prochain message ici est la correction.",
  },
  it: {
    confirm: "✅ Conferma",
    cancel: "❌ Annulla",
    edit: "✏️ Modifica",
    plan: {
      continue: "Continua",
      retry: "Riprova",
      skip: "Salta il passo",
      abort: "Interrompi",
    },
    noted: "Annotato.",
    counted: "Annotato. Deve confermare anche un’altra persona.",
    alreadyDecided: "Questa azione è già stata decisa.",
    closed: {
      allowed: "✅ Confermato",
      refused: "❌ Annullato",
      expired: "⌛ Nessuna risposta in tempo",
    },
    notAllowed: "Non spetta a te decidere.",
    askChange: "Che cosa vuoi cambiare? Il tuo prossimo messaggio qui è la correzione.",
  },
  pt: {
    confirm: "✅ Confirmar",
    cancel: "❌ Cancelar",
    edit: "✏️ Alterar",
    plan: {
      continue: "Continuar",
      retry: "Tentar de novo",
      skip: "Saltar o passo",
      abort: "Abandonar",
    },
    noted: "Anotado.",
    counted: "Anotado. Outra pessoa também tem de confirmar.",
    alreadyDecided: "Esta ação já foi decidida.",
    closed: {
      allowed: "✅ Confirmado",
      refused: "❌ Cancelado",
      expired: "⌛ Sem resposta a tempo",
    },
    notAllowed: "Não lhe cabe decidir isto.",
    askChange: "O que deseja alterar? A sua próxima mensagem aqui é a correção.",
  },
  ru: {
    confirm: "✅ Подтвердить",
    cancel: "❌ Отменить",
    edit: "✏️ Изменить",
    plan: {
      continue: "Продолжить",
      retry: "Повторить",
      skip: "Пропустить шаг",
      abort: "Прервать",
    },
    noted: "Принято.",
    counted: "Принято. Нужно подтверждение ещё одного человека.",
    alreadyDecided: "По этому действию уже принято решение.",
    closed: {
      allowed: "✅ Подтверждено",
      refused: "❌ Отменено",
      expired: "⌛ Нет ответа вовремя",
    },
    notAllowed: "Решать это не вам.",
    askChange: "Что изменить? Ваше следующее сообщение здесь будет исправлением.",
  },
  tr: {
    confirm: "✅ Onayla",
    cancel: "❌ İptal",
    edit: "✏️ Değiştir",
    plan: {
      continue: "Devam et",
      retry: "Yeniden dene",
      skip: "Adımı atla",
      abort: "Vazgeç",
    },
    noted: "Not edildi.",
    counted: "Not edildi. Başka birinin de onaylaması gerekiyor.",
    alreadyDecided: "Bu işleme zaten karar verildi.",
    closed: {
      allowed: "✅ Onaylandı",
      refused: "❌ İptal edildi",
      expired: "⌛ Zamanında yanıtlanmadı",
    },
    notAllowed: "Buna siz karar veremezsiniz.",
    askChange: "Neyi değiştirmek istersiniz? Buradaki sonraki mesajınız düzeltme olacak.",
  },
  uk: {
    confirm: "✅ Підтвердити",
    cancel: "❌ Скасувати",
    edit: "✏️ Змінити",
    plan: {
      continue: "Продовжити",
      retry: "Повторити",
      skip: "Пропустити крок",
      abort: "Перервати",
    },
    noted: "Прийнято.",
    counted: "Прийнято. Має підтвердити ще одна людина.",
    alreadyDecided: "Щодо цієї дії вже прийнято рішення.",
    closed: {
      allowed: "✅ Підтверджено",
      refused: "❌ Скасовано",
      expired: "⌛ Немає відповіді вчасно",
    },
    notAllowed: "Вирішувати це не вам.",
    askChange: "Що змінити? Ваше наступне повідомлення тут буде виправленням.",
  },
};

/** The texts for a person's language as BCP 47; English where there are none. */
export function questionTextsIn(language: string | undefined): QuestionTexts {
  const [plain = "en"] = (language ?? "en").toLowerCase().split("-");
  return Object.hasOwn(TEXTS, plain) ? (TEXTS[plain] ?? ENGLISH) : ENGLISH;
}
