import { inLanguage, type Translations } from "../../kernel/languages.ts";

/** What is said to who says a code with which they are the same person elsewhere. */
export interface LinkTexts {
  /** `{name}` is who they are. */
  readonly linked: string;
  /** `{reason}` is one of `reasons`. */
  readonly notLinked: string;
  readonly reasons: Readonly<Record<"tooMany" | "unknown" | "fewerRights", string>>;
}

const TEXTS: Translations<LinkTexts> = {
  en: {
    linked: "You are {name} here, too.",
    notLinked: "Not linked: {reason}.",
    reasons: {
      tooMany: "too many codes were tried; wait an hour",
      unknown: "this code is unknown, used or expired",
      fewerRights: "the code was made by somebody with fewer rights than you have",
    },
  },
  de: {
    linked: "Du bist auch hier {name}.",
    notLinked: "Nicht verknüpft: {reason}.",
    reasons: {
      tooMany: "Es wurden zu viele Codes probiert; warte eine Stunde",
      unknown: "Dieser Code ist unbekannt, verbraucht oder abgelaufen",
      fewerRights: "Den Code hat jemand erstellt, der weniger darf als du",
    },
  },
  es: {
    linked: "Aquí también eres {name}.",
    notLinked: "No vinculado: {reason}.",
    reasons: {
      tooMany: "se han probado demasiados códigos; espera una hora",
      unknown: "este código no existe, ya se usó o ha caducado",
      fewerRights: "el código lo creó alguien con menos permisos que tú",
    },
  },
  fr: {
    linked: "Ici aussi, vous êtes {name}.",
    notLinked: "Liaison refusée : {reason}.",
    reasons: {
      tooMany: "trop de codes ont été essayés ; attendez une heure",
      unknown: "ce code est inconnu, déjà utilisé ou expiré",
      fewerRights: "le code vient de quelqu’un qui a moins de droits que vous",
    },
  },
  it: {
    linked: "Anche qui sei {name}.",
    notLinked: "Non collegato: {reason}.",
    reasons: {
      tooMany: "sono stati provati troppi codici; aspetta un’ora",
      unknown: "questo codice è sconosciuto, già usato o scaduto",
      fewerRights: "il codice è di qualcuno che ha meno diritti di te",
    },
  },
  pt: {
    linked: "Aqui também é {name}.",
    notLinked: "Não associado: {reason}.",
    reasons: {
      tooMany: "foram tentados demasiados códigos; espere uma hora",
      unknown: "este código é desconhecido, já foi usado ou expirou",
      fewerRights: "o código foi criado por alguém com menos direitos do que os seus",
    },
  },
  ru: {
    linked: "Здесь вы тоже {name}.",
    notLinked: "Связать не удалось: {reason}.",
    reasons: {
      tooMany: "испробовано слишком много кодов, подождите час",
      unknown: "этот код неизвестен, уже использован или просрочен",
      fewerRights: "код создал кто-то, у кого меньше прав, чем у вас",
    },
  },
  tr: {
    linked: "Burada da {name} olarak tanınıyorsunuz.",
    notLinked: "Bağlanmadı: {reason}.",
    reasons: {
      tooMany: "çok fazla kod denendi; bir saat bekleyin",
      unknown: "bu kod bilinmiyor, kullanılmış ya da süresi dolmuş",
      fewerRights: "kodu, sizden daha az yetkisi olan biri oluşturmuş",
    },
  },
  uk: {
    linked: "Тут ви теж {name}.",
    notLinked: "Пов’язати не вдалося: {reason}.",
    reasons: {
      tooMany: "випробувано забагато кодів, зачекайте годину",
      unknown: "цей код невідомий, уже використаний або прострочений",
      fewerRights: "код створив хтось, у кого менше прав, ніж у вас",
    },
  },
};

/** What is said of linking, in a language as BCP 47. */
export function linkTextsIn(language: string | undefined): LinkTexts {
  return inLanguage(TEXTS, language);
}
