import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { PlanState } from "../../store/plans.ts";

/** What `/plan` answers. */
export interface PlanCommandTexts {
  readonly states: Readonly<Record<PlanState, string>>;
  readonly noPlan: string;
  readonly noneAsks: string;
}

const TEXTS: Translations<PlanCommandTexts> = {
  en: {
    states: {
      running: "running",
      waiting: "waiting",
      failed: "failed",
      done: "done",
      aborted: "aborted",
    },
    noPlan: "No plan is under way here.",
    noneAsks: "No plan of this chat asks how to go on.",
  },
  de: {
    states: {
      running: "läuft",
      waiting: "wartet",
      failed: "fehlgeschlagen",
      done: "fertig",
      aborted: "abgebrochen",
    },
    noPlan: "Hier ist kein Plan unterwegs.",
    noneAsks: "Kein Plan in diesem Chat fragt, wie es weitergeht.",
  },
  es: {
    states: {
      running: "en curso",
      waiting: "en espera",
      failed: "fallido",
      done: "terminado",
      aborted: "abandonado",
    },
    noPlan: "Aquí no hay ningún plan en curso.",
    noneAsks: "Ningún plan de este chat pregunta cómo seguir.",
  },
  fr: {
    states: {
      running: "en cours",
      waiting: "en attente",
      failed: "en échec",
      done: "terminé",
      aborted: "abandonné",
    },
    noPlan: "Aucun plan n’est en cours ici.",
    noneAsks: "Aucun plan de cette discussion ne demande comment continuer.",
  },
  it: {
    states: {
      running: "in corso",
      waiting: "in attesa",
      failed: "fallito",
      done: "concluso",
      aborted: "abbandonato",
    },
    noPlan: "Qui non c’è alcun piano in corso.",
    noneAsks: "Nessun piano di questa chat chiede come proseguire.",
  },
  pt: {
    states: {
      running: "em curso",
      waiting: "em espera",
      failed: "falhado",
      done: "concluído",
      aborted: "abandonado",
    },
    noPlan: "Não há nenhum plano em curso aqui.",
    noneAsks: "Nenhum plano desta conversa pergunta como continuar.",
  },
  ru: {
    states: {
      running: "выполняется",
      waiting: "ждёт",
      failed: "не удался",
      done: "готов",
      aborted: "прерван",
    },
    noPlan: "Здесь не выполняется ни один план.",
    noneAsks: "Ни один план в этом чате не спрашивает, как быть дальше.",
  },
  tr: {
    states: {
      running: "sürüyor",
      waiting: "bekliyor",
      failed: "başarısız",
      done: "tamamlandı",
      aborted: "vazgeçildi",
    },
    noPlan: "Burada yürüyen bir plan yok.",
    noneAsks: "Bu sohbette nasıl devam edileceğini soran bir plan yok.",
  },
  uk: {
    states: {
      running: "виконується",
      waiting: "чекає",
      failed: "не вдався",
      done: "готовий",
      aborted: "перерваний",
    },
    noPlan: "Тут не виконується жоден план.",
    noneAsks: "Жоден план у цьому чаті не питає, як бути далі.",
  },
};

/** The answers of `/plan` in a person's language (BCP 47). */
export function planCommandTextsIn(language: string | undefined): PlanCommandTexts {
  return inLanguage(TEXTS, language);
}
