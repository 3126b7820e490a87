import { randomFillSync } from "node:crypto";

declare const kind: unique symbol;

/** Text that names one thing of a kind; ids of different kinds do not mix. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type PersonId = Id<"person">;
export type ChatId = Id<"chat">;
export type SessionId = Id<"session">;
export type InboxId = Id<"inbox">;
export type TurnId = Id<"turn">;
export type CallId = Id<"call">;
export type ApprovalId = Id<"approval">;
export type ArtifactId = Id<"artifact">;
export type ImageId = Id<"image">;
export type AttachmentId = Id<"attachment">;
export type FactId = Id<"fact">;
export type JobId = Id<"job">;
export type PlanId = Id<"plan">;

/** Mints the text of a new id. An argument wherever a test could care. */
export type NewId = () => string;

/** Letters and digits that are hard to mistake for each other (base 58): an id is one word, in URLs and in shells. */
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** More than 128 bits. */
const ID_CHARS = 22;

const OWN_ID = new RegExp(`^[${ALPHABET}]{${ID_CHARS}}$`);

/** Checks whether a word has the form of a new id. */
export function looksLikeId(word: string): boolean {
  return OWN_ID.test(word);
}

/** Asking the system for random bytes costs more than an id. */
const POOL_BYTES = 2816;

/** Creates ids from the random bytes that `fill` writes. */
export function createNewId(fill: (bytes: Uint8Array) => unknown): NewId {
  const pool = new Uint8Array(POOL_BYTES);
  let used = pool.length;
  return () => {
    let id = "";
    while (id.length < ID_CHARS) {
      if (used === pool.length) {
        fill(pool);
        used = 0;
      }
      // Six bits have six values without a character: they are skipped, so that all characters are equally likely.
      id += ALPHABET[(pool[used] ?? 0) & 63] ?? "";
      used += 1;
    }
    return id;
  };
}

/** Creates a random id: ids are unique and reveal nothing about each other. Older ones are UUIDs. */
export const newId: NewId = createNewId(randomFillSync);

/** Narrows text to an id of the requested kind; the caller knows that it is one. */
export function toId<Kind extends string>(text: string): Id<Kind>;
export function toId(text: string): string {
  return text;
}
