/** What a message can be about, as far as words tell. */
export const INTENTS = [
  "email",
  "calendar",
  "meetings",
  "reminders",
  "tasks",
  "notes",
  "memory",
  "journal",
  "files",
  "media",
  "web",
  "news",
  "github",
  "telegram",
  "ton",
  "utility",
  "system",
] as const;

export type Intent = (typeof INTENTS)[number];

/**
 * The words of one language by which an intent is known. `*` at the end of a word
 * stands for any ending; accents and case do not matter.
 */
export type IntentWords = Readonly<Record<Intent, readonly string[]>>;
