import { type Chat, personOf, type Somebody } from "./people.ts";

/** Ways in which a secret gets into the agent's memory. */
export const WAYS = [
  "message",
  "rule",
  "note",
  "memory",
  "daily-log",
  "strategy",
  "user-file",
  "knowledge",
  "journal",
  "artifact",
] as const;

export type Way = (typeof WAYS)[number];

/** These are files of the owner's, written without a word to the agent. */
export function isFile(way: Way): boolean {
  return way === "strategy" || way === "user-file" || way === "knowledge";
}

/** Text that was written once, and the people who may read it. */
export interface Secret {
  /** Occurs nowhere else. What a model derives from it repeats it with another last letter. */
  readonly canary: string;
  /** Two words that nothing else is about. */
  readonly topic: string;
  readonly way: Way;
  readonly tenant: string;
  /** Chat in which it became known. */
  readonly chat: Chat;
  /** Owner, who may read it when alone with the agent. */
  readonly person: Somebody | undefined;
  /** Whether it was written in the chat, so that everyone there has read it. */
  readonly isSaid: boolean;
}

/** Derivations that models make of a secret: a fact, a summary, a profile. */
export const DERIVATIONS = ["F", "S", "P"] as const;

export type Derivation = (typeof DERIVATIONS)[number];

/** Checks whether a prompt for the chat may hold the secret. */
export function maySee({ tenant, kind, externalId, ...rest }: Chat, secret: Secret): boolean {
  if (tenant !== secret.tenant) return false;
  const person = personOf({ tenant, kind, externalId, ...rest });
  if (person) return person.role === "owner" || person.id === secret.person?.id;
  return secret.isSaid && externalId === secret.chat.externalId;
}

/** Secrets and what was derived from them, as they occur in a text. */
export function canariesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(CANARY));
}

/** Returns the secret behind what was derived from it. */
export function rootOf(canary: string): string {
  return canary.slice(0, CANARY_CHARS);
}

const CANARY = /cnry[a-z0-9]{8}[FSP]?/g;
const CANARY_CHARS = 12;

/** Creates a canary and a topic that are unique to the number. */
export function mint(number: number): Pick<Secret, "canary" | "topic"> {
  const mixed = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  const canary = `cnry${mixed.toString(36).padStart(7, "0")}${(number % 36).toString(36)}`;
  return { canary, topic: `${wordOf(number * 2)} ${wordOf(number * 2 + 1)}` };
}

const SYLLABLES = "bra dro fle gri klu mov nyx pex qua riv sto tul vam wol zin".split(" ");

/** No two numbers have a word in common, and no word is one of a language. */
function wordOf(number: number): string {
  const digits = (number + 4 * SYLLABLES.length ** 2).toString(SYLLABLES.length);
  return Array.from(digits, (digit) => SYLLABLES[Number.parseInt(digit, 36)] ?? "").join("");
}
