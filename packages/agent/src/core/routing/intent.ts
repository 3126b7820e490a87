/** Intents that words can tell. */
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
