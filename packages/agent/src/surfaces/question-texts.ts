import { inLanguage, type Translations } from "../kernel/languages.ts";

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
  /** In a group, where only a reply is the correction; elsewhere the next message within `{minutes}`. */
  readonly askChange: Readonly<Record<"direct" | "group", string>>;
  /** What was to be a correction has no words of its own; `{edit}` is the button. */
  readonly unwritten: string;
}

const TEXTS: Translations<QuestionTexts> = {
  en: {
    confirm: "✅ Confirm",
    cancel: "❌ Cancel",
    edit: "✏️ Edit",
    plan: { continue: "Continue", retry: "Try again", skip: "Skip the step", abort: "Abort" },
    noted: "Noted.",
    counted: "Noted. Somebody else has to confirm it, too.",
    alreadyDecided: "This action was already decided.",
    closed: {
      allowed: "✅ Confirmed",
      refused: "❌ Cancelled",
      expired: "⌛ Not answered in time",
    },
    notAllowed: "This is not yours to decide.",
    askChange: {
      direct:
        "What would you like to change? Your next message here is the correction, within {minutes} minutes.",
      group: "What would you like to change? Reply to this message with the correction.",
    },
    unwritten:
      "A correction has to be written, so this is an ordinary message. Tap {edit} again to correct the question.",
  },
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
    askChange: {
      direct:
        "Was möchtest du ändern? Schreib die Korrektur innerhalb von {minutes} Minuten als nächste Nachricht hierher.",
      group: "Was möchtest du ändern? Antworte auf diese Nachricht mit der Korrektur.",
    },
    unwritten:
      "Eine Korrektur muss geschrieben sein, das hier ist also eine gewöhnliche Nachricht. Tippe noch einmal auf {edit}, um die Frage zu korrigieren.",
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
    askChange: {
      direct:
        "¿Qué quieres cambiar? Tu próximo mensaje aquí será la corrección, si llega en los próximos {minutes} minutos.",
      group: "¿Qué quieres cambiar? Responde a este mensaje con la corrección.",
    },
    unwritten:
      "Una corrección tiene que ser escrita, así que este es un mensaje normal. Toca {edit} otra vez para corregir la pregunta.",
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
    askChange: {
      direct:
        "Que souhaitez-vous modifier ? Votre prochain message ici sera la correction, s’il arrive dans les {minutes} minutes.",
      group: "Que souhaitez-vous modifier ? Répondez à ce message avec la correction.",
    },
    unwritten:
      "Une correction doit être écrite : ceci est donc un message ordinaire. Touchez de nouveau {edit} pour corriger la question.",
  },
  it: {
    confirm: "✅ Conferma",
    cancel: "❌ Annulla",
    edit: "✏️ Modifica",
    plan: {
      continue: "Continua",
      retry: "Riprova",
      skip: "Salta il passo",
      abort: "Abbandona",
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
    askChange: {
      direct:
        "Che cosa vuoi cambiare? Il tuo prossimo messaggio qui sarà la correzione, se arriva entro {minutes} minuti.",
      group: "Che cosa vuoi cambiare? Rispondi a questo messaggio con la correzione.",
    },
    unwritten:
      "Una correzione va scritta, quindi questo è un messaggio normale. Tocca di nuovo {edit} per correggere la domanda.",
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
    askChange: {
      direct:
        "O que deseja alterar? A sua próxima mensagem aqui será a correção, se chegar dentro de {minutes} minutos.",
      group: "O que deseja alterar? Responda a esta mensagem com a correção.",
    },
    unwritten:
      "Uma correção tem de ser escrita, por isso esta é uma mensagem normal. Toque outra vez em {edit} para corrigir a pergunta.",
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
      expired: "⌛ Нет ответа в срок",
    },
    notAllowed: "Это решаете не вы.",
    askChange: {
      direct:
        "Что изменить? Ваше следующее сообщение здесь будет исправлением, если придёт не позже чем через {minutes} минут.",
      group: "Что изменить? Ответьте на это сообщение исправлением.",
    },
    unwritten:
      "Исправление нужно написать, поэтому это обычное сообщение. Нажмите {edit} ещё раз, чтобы исправить вопрос.",
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
    alreadyDecided: "Bu işlem için zaten karar verildi.",
    closed: {
      allowed: "✅ Onaylandı",
      refused: "❌ İptal edildi",
      expired: "⌛ Zamanında yanıtlanmadı",
    },
    notAllowed: "Buna siz karar veremezsiniz.",
    askChange: {
      direct:
        "Neyi değiştirmek istersiniz? {minutes} dakika içinde buradaki sonraki mesajınız düzeltme olacak.",
      group: "Neyi değiştirmek istersiniz? Düzeltmeyi bu mesaja yanıt olarak yazın.",
    },
    unwritten:
      "Düzeltme yazılı olmalı, bu yüzden bu sıradan bir mesaj. Soruyu düzeltmek için yeniden {edit} düğmesine dokunun.",
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
      expired: "⌛ Відповіді вчасно не було",
    },
    notAllowed: "Це вирішуєте не ви.",
    askChange: {
      direct:
        "Що змінити? Ваше наступне повідомлення тут буде виправленням, якщо надійде не пізніше ніж за {minutes} хвилин.",
      group: "Що змінити? Надішліть виправлення у відповідь на це повідомлення.",
    },
    unwritten:
      "Виправлення треба написати, тож це звичайне повідомлення. Натисніть {edit} ще раз, щоб виправити запитання.",
  },
};

/** The texts in a language as BCP 47. */
export function questionTextsIn(language: string | undefined): QuestionTexts {
  return inLanguage(TEXTS, language);
}
