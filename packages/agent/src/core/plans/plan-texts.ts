import type { Effect } from "@reeve/sdk";
import type { PlanAnswer } from "../../domains/change-plan.ts";
import { inLanguage, type Translations } from "../../kernel/languages.ts";

/** What people are told of plans. */
export interface PlanTexts {
  /** Everything was done: `{goal}`. */
  readonly done: string;
  readonly aborted: string;
  /** In place of what a step came to. */
  readonly leftOut: string;
  /** Step `{n}` of `{steps}`, and `{reason}`. */
  readonly failed: string;
  readonly noReason: string;
  /** How a failed plan may go on. */
  readonly ask: string;
  /** Stands in the place of `ask` once that was answered. */
  readonly chosen: Readonly<Record<PlanAnswer, string>>;
  readonly troubles: PlanTroubleTexts;
  /** The question that a plan is put as. */
  readonly preview: {
    readonly goal: string;
    /** What each effect means for who allows the plan. */
    readonly effects: Readonly<Record<Effect, string>>;
    /** `{all}` at most, `{each}` for each request of `{steps}` steps. */
    readonly cost: string;
    readonly noPrice: string;
  };
}

/** Why a step could not be ended. */
export interface PlanTroubleTexts {
  readonly stopped: string;
  readonly interrupted: string;
  readonly broke: string;
  readonly undone: string;
  /** `{preview}` is the question. */
  readonly unanswered: string;
  /** `{name}` refused `{tool}`. */
  readonly refused: string;
  /** `{tool}` was allowed. */
  readonly notRun: string;
  readonly uncertain: string;
  readonly unended: string;
}

const TEXTS: Translations<PlanTexts> = {
  en: {
    done: "*Done!* {goal}",
    aborted: "The plan was aborted: {goal}",
    leftOut: "(skipped)",
    failed: "Step {n} of {steps} failed: {reason}",
    noReason: "nobody knows why",
    ask: "Continue, retry, skip or abort? (/plan continue)",
    chosen: {
      continue: "The plan goes on.",
      retry: "The step is tried again.",
      skip: "The step is skipped.",
      abort: "The plan was aborted.",
    },
    troubles: {
      stopped: "it was stopped",
      interrupted: "a message interrupted it",
      broke: "it broke",
      undone: "it could not be done",
      unanswered: "nobody answered in time: {preview}",
      refused: "{tool} was refused by {name}",
      notRun: "{tool} was allowed but did not run",
      uncertain: "{tool}: it may or may not have happened",
      unended: "{tool}: it did not finish",
    },
    preview: {
      goal: "Plan: {goal}",
      effects: {
        read: "only looks",
        write: "changes your own data",
        send: "reaches others",
        destroy: "cannot be undone",
        pay: "pays; asked again",
        exec: "runs a command; asked again",
      },
      cost: "Expected cost: at most {all} (steps: {steps}, {each} per request).",
      noPrice: "Expected cost: not known for this model.",
    },
  },
  de: {
    done: "*Fertig!* {goal}",
    aborted: "Der Plan ist abgebrochen: {goal}",
    leftOut: "(ausgelassen)",
    failed: "Schritt {n} von {steps} ist fehlgeschlagen: {reason}",
    noReason: "niemand weiß, warum",
    ask: "Weiter, noch einmal, auslassen oder abbrechen? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "Der Plan geht weiter.",
      retry: "Der Schritt wird noch einmal versucht.",
      skip: "Der Schritt wird ausgelassen.",
      abort: "Der Plan ist abgebrochen.",
    },
    troubles: {
      stopped: "er wurde angehalten",
      interrupted: "eine Nachricht hat ihn unterbrochen",
      broke: "dabei ist etwas schiefgegangen",
      undone: "das ging nicht",
      unanswered: "niemand hat rechtzeitig geantwortet: {preview}",
      refused: "{tool} wurde von {name} abgelehnt",
      notRun: "{tool} war erlaubt, wurde aber nicht ausgeführt",
      uncertain: "{tool}: vielleicht ist es passiert, vielleicht nicht",
      unended: "{tool}: wurde nicht fertig",
    },
    preview: {
      goal: "Plan: {goal}",
      effects: {
        read: "sieht nur nach",
        write: "ändert deine eigenen Daten",
        send: "erreicht andere",
        destroy: "lässt sich nicht rückgängig machen",
        pay: "bezahlt; ich frage noch einmal",
        exec: "führt einen Befehl aus; ich frage noch einmal",
      },
      cost: "Erwartete Kosten: höchstens {all} (Schritte: {steps}, je Anfrage {each}).",
      noPrice: "Erwartete Kosten: für dieses Modell nicht bekannt.",
    },
  },
  es: {
    done: "*¡Listo!* {goal}",
    aborted: "El plan queda abandonado: {goal}",
    leftOut: "(omitido)",
    failed: "El paso {n} de {steps} ha fallado: {reason}",
    noReason: "nadie sabe por qué",
    ask: "¿Continuar, reintentar, omitir o abandonar? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "El plan continúa.",
      retry: "Se vuelve a intentar el paso.",
      skip: "El paso se omite.",
      abort: "El plan queda abandonado.",
    },
    troubles: {
      stopped: "se detuvo",
      interrupted: "lo interrumpió un mensaje",
      broke: "algo ha fallado",
      undone: "no se ha podido hacer",
      unanswered: "nadie respondió a tiempo: {preview}",
      refused: "{name} rechazó {tool}",
      notRun: "{tool} estaba permitido, pero no se ejecutó",
      uncertain: "{tool}: puede que haya ocurrido o puede que no",
      unended: "{tool}: no llegó a terminar",
    },
    preview: {
      goal: "Plan: {goal}",
      effects: {
        read: "solo consulta",
        write: "cambia tus propios datos",
        send: "llega a otras personas",
        destroy: "no se puede deshacer",
        pay: "paga; volveré a preguntar",
        exec: "ejecuta un comando; volveré a preguntar",
      },
      cost: "Coste previsto: como mucho {all} (pasos: {steps}, por petición {each}).",
      noPrice: "Coste previsto: desconocido para este modelo.",
    },
  },
  fr: {
    done: "*C’est fait !* {goal}",
    aborted: "Le plan est abandonné : {goal}",
    leftOut: "(sauté)",
    failed: "L’étape {n} sur {steps} a échoué : {reason}",
    noReason: "personne ne sait pourquoi",
    ask: "Continuer, réessayer, sauter ou abandonner ? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "Le plan continue.",
      retry: "L’étape est tentée à nouveau.",
      skip: "L’étape est sautée.",
      abort: "Le plan est abandonné.",
    },
    troubles: {
      stopped: "elle a été arrêtée",
      interrupted: "un message l’a interrompue",
      broke: "quelque chose n’a pas fonctionné",
      undone: "cela n’a pas pu être fait",
      unanswered: "personne n’a répondu à temps : {preview}",
      refused: "{name} a refusé {tool}",
      notRun: "{tool} était autorisé, mais n’a pas été exécuté",
      uncertain: "{tool} : c’est peut-être fait, peut-être pas",
      unended: "{tool} : cela n’a pas abouti",
    },
    preview: {
      goal: "Plan : {goal}",
      effects: {
        read: "consulte seulement",
        write: "modifie vos propres données",
        send: "atteint d’autres personnes",
        destroy: "ne peut pas être annulé",
        pay: "paie ; je redemanderai",
        exec: "exécute une commande ; je redemanderai",
      },
      cost: "Coût prévu : au plus {all} (étapes : {steps}, par requête : {each}).",
      noPrice: "Coût prévu : inconnu pour ce modèle.",
    },
  },
  it: {
    done: "*Fatto!* {goal}",
    aborted: "Il piano è abbandonato: {goal}",
    leftOut: "(saltato)",
    failed: "Il passo {n} di {steps} è fallito: {reason}",
    noReason: "nessuno sa perché",
    ask: "Continuare, riprovare, saltare o abbandonare? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "Il piano continua.",
      retry: "Il passo viene ritentato.",
      skip: "Il passo viene saltato.",
      abort: "Il piano è abbandonato.",
    },
    troubles: {
      stopped: "è stato fermato",
      interrupted: "un messaggio lo ha interrotto",
      broke: "qualcosa è andato storto",
      undone: "non è stato possibile",
      unanswered: "nessuno ha risposto in tempo: {preview}",
      refused: "{name} ha rifiutato {tool}",
      notRun: "{tool} era permesso, ma non è stato eseguito",
      uncertain: "{tool}: forse è avvenuto, forse no",
      unended: "{tool}: non è arrivato alla fine",
    },
    preview: {
      goal: "Piano: {goal}",
      effects: {
        read: "consulta soltanto",
        write: "modifica i tuoi dati",
        send: "raggiunge altre persone",
        destroy: "non si può annullare",
        pay: "paga; chiederò di nuovo",
        exec: "esegue un comando; chiederò di nuovo",
      },
      cost: "Costo previsto: al massimo {all} (passi: {steps}, per richiesta {each}).",
      noPrice: "Costo previsto: non noto per questo modello.",
    },
  },
  pt: {
    done: "*Feito!* {goal}",
    aborted: "O plano foi abandonado: {goal}",
    leftOut: "(saltado)",
    failed: "O passo {n} de {steps} falhou: {reason}",
    noReason: "ninguém sabe porquê",
    ask: "Continuar, tentar de novo, saltar ou abandonar? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "O plano continua.",
      retry: "O passo é tentado de novo.",
      skip: "O passo é saltado.",
      abort: "O plano foi abandonado.",
    },
    troubles: {
      stopped: "foi parado",
      interrupted: "uma mensagem interrompeu-o",
      broke: "algo falhou",
      undone: "não foi possível fazê-lo",
      unanswered: "ninguém respondeu a tempo: {preview}",
      refused: "{name} recusou {tool}",
      notRun: "{tool} estava permitido, mas não foi executado",
      uncertain: "{tool}: pode ter acontecido ou não",
      unended: "{tool}: não chegou ao fim",
    },
    preview: {
      goal: "Plano: {goal}",
      effects: {
        read: "só consulta",
        write: "altera os seus próprios dados",
        send: "chega a outras pessoas",
        destroy: "não pode ser desfeito",
        pay: "paga; volto a perguntar",
        exec: "executa um comando; volto a perguntar",
      },
      cost: "Custo previsto: no máximo {all} (passos: {steps}, por pedido {each}).",
      noPrice: "Custo previsto: desconhecido para este modelo.",
    },
  },
  ru: {
    done: "*Готово!* {goal}",
    aborted: "План прерван: {goal}",
    leftOut: "(пропущено)",
    failed: "Шаг {n} из {steps} не удался: {reason}",
    noReason: "никто не знает почему",
    ask: "Продолжить, повторить, пропустить или прервать? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "План продолжается.",
      retry: "Шаг выполняется ещё раз.",
      skip: "Шаг пропущен.",
      abort: "План прерван.",
    },
    troubles: {
      stopped: "он был остановлен",
      interrupted: "его прервало сообщение",
      broke: "что-то пошло не так",
      undone: "это не удалось сделать",
      unanswered: "никто не ответил в срок: {preview}",
      refused: "{tool}: отказ, {name}",
      notRun: "{tool}: было разрешено, но не выполнено",
      uncertain: "{tool}: возможно, это произошло, а возможно, нет",
      unended: "{tool}: не дошло до конца",
    },
    preview: {
      goal: "План: {goal}",
      effects: {
        read: "только смотрит",
        write: "меняет ваши собственные данные",
        send: "доходит до других людей",
        destroy: "нельзя отменить",
        pay: "платит; спрошу ещё раз",
        exec: "выполняет команду; спрошу ещё раз",
      },
      cost: "Ожидаемая стоимость: не больше {all}, по {each} за каждый запрос, шагов: {steps}.",
      noPrice: "Ожидаемая стоимость: для этой модели неизвестна.",
    },
  },
  tr: {
    done: "*Tamam!* {goal}",
    aborted: "Plandan vazgeçildi: {goal}",
    leftOut: "(atlandı)",
    failed: "Adım {n}/{steps} başarısız oldu: {reason}",
    noReason: "nedenini kimse bilmiyor",
    ask: "Devam mı, yeniden deneme mi, atlama mı, vazgeçme mi? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "Plan devam ediyor.",
      retry: "Adım yeniden deneniyor.",
      skip: "Adım atlandı.",
      abort: "Plandan vazgeçildi.",
    },
    troubles: {
      stopped: "durduruldu",
      interrupted: "bir mesaj yarıda kesti",
      broke: "bir şeyler ters gitti",
      undone: "yapılamadı",
      unanswered: "kimse zamanında yanıt vermedi: {preview}",
      refused: "{tool} reddedildi ({name})",
      notRun: "{tool} için izin vardı ama çalışmadı",
      uncertain: "{tool}: gerçekleşmiş de olabilir, gerçekleşmemiş de",
      unended: "{tool}: sona ermedi",
    },
    preview: {
      goal: "Plan: {goal}",
      effects: {
        read: "yalnızca bakar",
        write: "kendi verilerinizi değiştirir",
        send: "başkalarına ulaşır",
        destroy: "geri alınamaz",
        pay: "ödeme yapar; yeniden sorarım",
        exec: "komut çalıştırır; yeniden sorarım",
      },
      cost: "Beklenen maliyet: en çok {all}; {steps} adımda istek başına {each}.",
      noPrice: "Beklenen maliyet: bu model için bilinmiyor.",
    },
  },
  uk: {
    done: "*Готово!* {goal}",
    aborted: "План перервано: {goal}",
    leftOut: "(пропущено)",
    failed: "Крок {n} з {steps} не вдався: {reason}",
    noReason: "ніхто не знає чому",
    ask: "Продовжити, повторити, пропустити чи перервати? (/plan continue, retry, skip, abort)",
    chosen: {
      continue: "План продовжується.",
      retry: "Крок виконується ще раз.",
      skip: "Крок пропущено.",
      abort: "План перервано.",
    },
    troubles: {
      stopped: "його зупинено",
      interrupted: "його перервало повідомлення",
      broke: "щось пішло не так",
      undone: "це не вдалося зробити",
      unanswered: "ніхто не відповів вчасно: {preview}",
      refused: "{tool}: відмова, {name}",
      notRun: "{tool}: було дозволено, але не виконано",
      uncertain: "{tool}: можливо, це сталося, а можливо, ні",
      unended: "{tool}: не дійшло до кінця",
    },
    preview: {
      goal: "План: {goal}",
      effects: {
        read: "лише дивиться",
        write: "змінює ваші власні дані",
        send: "доходить до інших людей",
        destroy: "не можна скасувати",
        pay: "платить; запитаю ще раз",
        exec: "виконує команду; запитаю ще раз",
      },
      cost: "Очікувана вартість: не більше {all}, по {each} за кожен запит, кроків: {steps}.",
      noPrice: "Очікувана вартість: для цієї моделі невідома.",
    },
  },
};

/** What people are told of plans, in a language as BCP 47. */
export function planTextsIn(language: string | undefined): PlanTexts {
  return inLanguage(TEXTS, language);
}
