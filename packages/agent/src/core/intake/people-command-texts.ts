import { inLanguage, type Translations } from "../../kernel/languages.ts";
import type { Role } from "../../kernel/principal.ts";

/** What `/link` and `/pair` answer. */
export interface PeopleCommandTexts {
  /** For `{minutes}`, `/link {code}` can be said elsewhere. */
  readonly linkCode: string;
  readonly somebody: string;
  readonly noneAsks: string;
  readonly refused: string;
  /** What `{name}` is from now on. */
  readonly letIn: Readonly<Record<Role, string>>;
}

const TEXTS: Translations<PeopleCommandTexts> = {
  en: {
    linkCode: "Within {minutes} minutes, say this where I know you by another name:\n/link {code}",
    somebody: "somebody",
    noneAsks: "Nobody asks to be let in.",
    refused: "{name} is refused.",
    letIn: {
      owner: "{name} is the owner now.",
      admin: "{name} is an admin now.",
      member: "{name} is a member now.",
      guest: "{name} is a guest now.",
      stranger: "{name} is a stranger now.",
    },
  },
  de: {
    linkCode:
      "Sag das innerhalb von {minutes} Minuten dort, wo ich dich unter einem anderen Namen kenne:\n/link {code}",
    somebody: "jemand",
    noneAsks: "Niemand möchte eingelassen werden.",
    refused: "{name} ist abgelehnt.",
    letIn: {
      owner: "{name} ist jetzt Besitzer.",
      admin: "{name} ist jetzt Admin.",
      member: "{name} ist jetzt Mitglied.",
      guest: "{name} ist jetzt Gast.",
      stranger: "{name} ist jetzt unbekannt.",
    },
  },
  es: {
    linkCode:
      "En los próximos {minutes} minutos, di esto donde te conozco por otro nombre:\n/link {code}",
    somebody: "alguien",
    noneAsks: "Nadie pide entrar.",
    refused: "Se ha rechazado a {name}.",
    letIn: {
      owner: "{name} tiene ahora el papel de propietario.",
      admin: "{name} tiene ahora el papel de administrador.",
      member: "{name} tiene ahora el papel de miembro.",
      guest: "{name} tiene ahora el papel de invitado.",
      stranger: "{name} ya no tiene ningún papel.",
    },
  },
  fr: {
    linkCode:
      "Dans les {minutes} minutes, dites ceci là où je vous connais sous un autre nom :\n/link {code}",
    somebody: "quelqu’un",
    noneAsks: "Personne ne demande à entrer.",
    refused: "L’accès est refusé à {name}.",
    letIn: {
      owner: "{name} a maintenant le rôle de propriétaire.",
      admin: "{name} a maintenant le rôle d’administrateur.",
      member: "{name} a maintenant le rôle de membre.",
      guest: "{name} a maintenant le rôle d’invité.",
      stranger: "{name} n’a plus aucun rôle.",
    },
  },
  it: {
    linkCode: "Entro {minutes} minuti, di’ questo dove ti conosco con un altro nome:\n/link {code}",
    somebody: "qualcuno",
    noneAsks: "Nessuno chiede di entrare.",
    refused: "{name}: accesso rifiutato.",
    letIn: {
      owner: "{name} ora ha il ruolo di proprietario.",
      admin: "{name} ora ha il ruolo di amministratore.",
      member: "{name} ora ha il ruolo di membro.",
      guest: "{name} ora ha il ruolo di ospite.",
      stranger: "{name} ora non ha più alcun ruolo.",
    },
  },
  pt: {
    linkCode:
      "Dentro de {minutes} minutos, diga isto onde o seu nome para mim é outro:\n/link {code}",
    somebody: "alguém",
    noneAsks: "Ninguém pede para entrar.",
    refused: "A entrada de {name} foi recusada.",
    letIn: {
      owner: "{name} tem agora o papel de proprietário.",
      admin: "{name} tem agora o papel de administrador.",
      member: "{name} tem agora o papel de membro.",
      guest: "{name} tem agora o papel de convidado.",
      stranger: "{name} já não tem nenhum papel.",
    },
  },
  ru: {
    linkCode:
      "В течение {minutes} минут скажите это там, где я знаю вас под другим именем:\n/link {code}",
    somebody: "кто-то",
    noneAsks: "Никто не просит впустить.",
    refused: "{name}: отказано.",
    letIn: {
      owner: "{name} теперь владелец.",
      admin: "{name} теперь администратор.",
      member: "{name} теперь участник.",
      guest: "{name} теперь гость.",
      stranger: "{name} больше не имеет роли.",
    },
  },
  tr: {
    linkCode:
      "{minutes} dakika içinde bunu sizi başka bir adla tanıdığım yerde söyleyin:\n/link {code}",
    somebody: "biri",
    noneAsks: "İçeri alınmayı isteyen kimse yok.",
    refused: "{name} reddedildi.",
    letIn: {
      owner: "{name} artık sahibim.",
      admin: "{name} artık yönetici.",
      member: "{name} artık üye.",
      guest: "{name} artık misafir.",
      stranger: "{name} artık yabancı.",
    },
  },
  uk: {
    linkCode:
      "Протягом {minutes} хвилин скажіть це там, де я знаю вас під іншим ім’ям:\n/link {code}",
    somebody: "хтось",
    noneAsks: "Ніхто не просить впустити.",
    refused: "{name}: відмовлено.",
    letIn: {
      owner: "{name} тепер власник.",
      admin: "{name} тепер адміністратор.",
      member: "{name} тепер учасник.",
      guest: "{name} тепер гість.",
      stranger: "{name} більше не має ролі.",
    },
  },
};

/** The answers of these commands in a person's language (BCP 47). */
export function peopleCommandTextsIn(language: string | undefined): PeopleCommandTexts {
  return inLanguage(TEXTS, language);
}
