import { inLanguage, type Translations } from "../kernel/languages.ts";

/** What turns say by themselves, without the model. */
export interface TurnTexts {
  /** What went wrong stays inside: `{incident}` names it. */
  readonly failed: string;
  readonly stopped: string;
  /** `{limit}`: which rate, and when it is free again. */
  readonly tooFast: string;
  /** `{rules}` in quotation marks; a chat keeps `{most}` of them. */
  readonly rulesNotKept: string;
  /** `{used}`: how much of how much, as in `tokens`. */
  readonly agentUsedUp: string;
  readonly tokens: string;
  /** Calls of `{tool}` repeat themselves. */
  readonly stuck: string;
  /** The model had no words. */
  readonly nothing: string;
  /** In place of a part that the platform refuses. */
  readonly unsent: string;
  /** What the one call of a job came to. */
  readonly call: Readonly<Record<"failed" | "uncertain" | "stopped", string>>;
}

const TEXTS: Translations<TurnTexts> = {
  en: {
    failed: "Something went wrong on my side and I could not answer. Incident {incident}.",
    stopped: "Stopped.",
    tooFast: "I do not answer this: {limit}. Please send it again then.",
    rulesNotKept:
      "Not kept as a rule: {rules}. This chat has {most} rules, the most it can have. Take one back, then say it again.",
    agentUsedUp:
      "The agent {agent} has used up what it may use in a day: {used}. It answers again after midnight ({timeZone}).",
    tokens: "{spent} of {most} tokens",
    stuck:
      "I called {tool} three times with the same arguments and am not getting any further. How should I go on?",
    nothing: "I have nothing to add.",
    unsent: "I could not send a part of this answer.",
    call: {
      failed: "{tool} could not be done: {why}",
      uncertain: "{tool} was interrupted: it may or may not have happened.",
      stopped: "{tool} was stopped.",
    },
  },
  de: {
    failed: "Bei mir ist etwas schiefgegangen, ich konnte nicht antworten. Vorfall {incident}.",
    stopped: "Angehalten.",
    tooFast: "Das beantworte ich nicht: {limit}. Schick es dann bitte noch einmal.",
    rulesNotKept:
      "Nicht als Regel übernommen: {rules}. Dieser Chat hat schon {most} Regeln, mehr gehen nicht. Nimm eine zurück und sag es dann noch einmal.",
    agentUsedUp:
      "Der Agent {agent} hat verbraucht, was er an einem Tag verbrauchen darf: {used}. Nach Mitternacht ({timeZone}) antwortet er wieder.",
    tokens: "{spent} von {most} Tokens",
    stuck:
      "Ich habe {tool} dreimal mit denselben Angaben aufgerufen und komme nicht weiter. Wie soll ich weitermachen?",
    nothing: "Dem habe ich nichts hinzuzufügen.",
    unsent: "Einen Teil dieser Antwort konnte ich nicht senden.",
    call: {
      failed: "{tool} hat nicht geklappt: {why}",
      uncertain: "{tool} wurde unterbrochen: Vielleicht ist es passiert, vielleicht nicht.",
      stopped: "{tool} wurde angehalten.",
    },
  },
  es: {
    failed: "Algo ha fallado por mi parte y no he podido responder. Incidente {incident}.",
    stopped: "Detenido.",
    tooFast: "A esto no respondo: {limit}. Vuelve a enviarlo entonces, por favor.",
    rulesNotKept:
      "No se ha guardado como regla: {rules}. Este chat ya tiene {most} reglas, el máximo. Retira una y dilo otra vez.",
    agentUsedUp:
      "El agente {agent} ha agotado lo que puede usar en un día: {used}. Volverá a responder después de medianoche ({timeZone}).",
    tokens: "{spent} de {most} tokens",
    stuck:
      "He llamado a {tool} tres veces con los mismos datos y no avanzo. ¿Cómo quieres que siga?",
    nothing: "No tengo nada que añadir.",
    unsent: "No he podido enviar una parte de esta respuesta.",
    call: {
      failed: "No se ha podido ejecutar {tool}: {why}",
      uncertain: "{tool} se interrumpió: puede que haya ocurrido o puede que no.",
      stopped: "{tool} se ha detenido.",
    },
  },
  fr: {
    failed: "Quelque chose a mal tourné de mon côté, je n’ai pas pu répondre. Incident {incident}.",
    stopped: "Arrêté.",
    tooFast: "Je ne réponds pas à ceci : {limit}. Renvoyez-le à ce moment-là, s’il vous plaît.",
    rulesNotKept:
      "Pas retenu comme règle : {rules}. Cette discussion a déjà {most} règles, le maximum. Retirez-en une, puis redites-le.",
    agentUsedUp:
      "L’agent {agent} a épuisé ce qu’il peut utiliser en un jour : {used}. Il répondra de nouveau après minuit ({timeZone}).",
    tokens: "{spent} jetons sur {most}",
    stuck:
      "J’ai appelé {tool} trois fois avec les mêmes données sans avancer. Comment dois-je continuer ?",
    nothing: "Je n’ai rien à ajouter.",
    unsent: "Je n’ai pas pu envoyer une partie de cette réponse.",
    call: {
      failed: "{tool} n’a pas pu être exécuté : {why}",
      uncertain: "{tool} a été interrompu : c’est peut-être fait, peut-être pas.",
      stopped: "{tool} a été arrêté.",
    },
  },
  it: {
    failed:
      "Qualcosa è andato storto da parte mia e non ho potuto rispondere. Incidente {incident}.",
    stopped: "Fermato.",
    tooFast: "A questo non rispondo: {limit}. Per favore, mandalo di nuovo più tardi.",
    rulesNotKept:
      "Non salvato come regola: {rules}. Questa chat ha già {most} regole, il massimo. Togline una e poi ripetilo.",
    agentUsedUp:
      "L’agente {agent} ha esaurito quello che può usare in un giorno: {used}. Risponderà di nuovo dopo mezzanotte ({timeZone}).",
    tokens: "{spent} token su {most}",
    stuck:
      "Ho chiamato {tool} tre volte con gli stessi dati e non riesco ad andare avanti. Come devo continuare?",
    nothing: "Non ho niente da aggiungere.",
    unsent: "Non sono riuscito a inviare una parte di questa risposta.",
    call: {
      failed: "Non è stato possibile eseguire {tool}: {why}",
      uncertain: "{tool} è stato interrotto: forse è avvenuto, forse no.",
      stopped: "{tool} è stato fermato.",
    },
  },
  pt: {
    failed: "Algo correu mal do meu lado e não consegui responder. Incidente {incident}.",
    stopped: "Parado.",
    tooFast: "A isto não respondo: {limit}. Envie de novo nessa altura, por favor.",
    rulesNotKept:
      "Não foi guardado como regra: {rules}. Esta conversa já tem {most} regras, o máximo. Retire uma e diga outra vez.",
    agentUsedUp:
      "O agente {agent} esgotou o que pode usar num dia: {used}. Volta a responder depois da meia-noite ({timeZone}).",
    tokens: "{spent} de {most} tokens",
    stuck:
      "Chamei {tool} três vezes com os mesmos dados e não consigo avançar. Como devo continuar?",
    nothing: "Não tenho nada a acrescentar.",
    unsent: "Não consegui enviar uma parte desta resposta.",
    call: {
      failed: "Não foi possível executar {tool}: {why}",
      uncertain: "{tool} foi interrompido: pode ter acontecido ou não.",
      stopped: "{tool} foi parado.",
    },
  },
  ru: {
    failed: "У меня что-то пошло не так, ответить не удалось. Инцидент {incident}.",
    stopped: "Остановлено.",
    tooFast: "На это я не отвечу: {limit}. Отправьте, пожалуйста, ещё раз, когда будет можно.",
    rulesNotKept:
      "Не сохранено как правило: {rules}. В этом чате уже столько правил, сколько можно: {most}. Отмените одно и скажите ещё раз.",
    agentUsedUp:
      "Агент {agent} исчерпал то, что может потратить за день: {used}. Он снова ответит после полуночи ({timeZone}).",
    tokens: "{spent} из {most} токенов",
    stuck:
      "Я трижды вызвал {tool} с одними и теми же данными и не продвигаюсь. Как мне продолжать?",
    nothing: "Мне нечего добавить.",
    unsent: "Часть этого ответа отправить не удалось.",
    call: {
      failed: "{tool} — не получилось: {why}",
      uncertain: "{tool}: прервано; возможно, это произошло, а возможно, нет.",
      stopped: "{tool}: остановлено.",
    },
  },
  tr: {
    failed: "Benim tarafımda bir şeyler ters gitti, yanıt veremedim. Olay {incident}.",
    stopped: "Durduruldu.",
    tooFast: "Buna yanıt vermiyorum: {limit}. Lütfen o zaman yeniden gönderin.",
    rulesNotKept:
      "Kural olarak saklanmadı: {rules}. Bu sohbette zaten {most} kural var, daha fazlası olamaz. Birini geri alın, sonra yeniden söyleyin.",
    agentUsedUp:
      "{agent} ajanı bir günde kullanabileceğini tüketti: {used}. Gece yarısından sonra ({timeZone}) yeniden yanıt verir.",
    tokens: "{spent} / {most} token",
    stuck: "{tool} aracını aynı bilgilerle üç kez çağırdım ve ilerleyemiyorum. Nasıl devam edeyim?",
    nothing: "Ekleyecek bir şeyim yok.",
    unsent: "Bu yanıtın bir bölümünü gönderemedim.",
    call: {
      failed: "{tool} yapılamadı: {why}",
      uncertain: "{tool} yarıda kesildi: gerçekleşmiş de olabilir, gerçekleşmemiş de.",
      stopped: "{tool} durduruldu.",
    },
  },
  uk: {
    failed: "У мене щось пішло не так, відповісти не вдалося. Інцидент {incident}.",
    stopped: "Зупинено.",
    tooFast: "На це я не відповім: {limit}. Надішліть, будь ласка, ще раз, коли буде можна.",
    rulesNotKept:
      "Не збережено як правило: {rules}. У цьому чаті вже стільки правил, скільки можна: {most}. Скасуйте одне й скажіть ще раз.",
    agentUsedUp:
      "Агент {agent} вичерпав те, що може витратити за день: {used}. Він знову відповість після півночі ({timeZone}).",
    tokens: "{spent} з {most} токенів",
    stuck: "Я тричі викликав {tool} з тими самими даними й не просуваюся. Як мені продовжувати?",
    nothing: "Мені нічого додати.",
    unsent: "Частину цієї відповіді надіслати не вдалося.",
    call: {
      failed: "{tool} — не вийшло: {why}",
      uncertain: "{tool}: перервано; можливо, це сталося, а можливо, ні.",
      stopped: "{tool}: зупинено.",
    },
  },
};

/** What a turn says by itself, in a language as BCP 47. */
export function turnTextsIn(language: string | undefined): TurnTexts {
  return inLanguage(TEXTS, language);
}
