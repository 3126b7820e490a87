import type { NewId } from "../../kernel/ids.ts";
import { digestOf } from "../../kernel/text/json.ts";
import { withoutStyles } from "../../kernel/text/plain-text.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import { texts, type Texts } from "../../platform/texts.ts";
import type { Repositories } from "../../store/store.ts";

/** How long a code can be used. */
export const CODE_MS = 10 * 60_000;

/** Within this time so many tries are free to one person, and to all together. */
const WINDOW_MS = 60 * 60_000;
const MAX_OWN = 5;
const MAX_ALL = 50;

export interface LinkDeps {
  readonly newId: NewId;
  readonly now: number;
  /** The person at the terminal, who is never joined with another. */
  readonly owner?: Principal["id"] | undefined;
}

export type Linked =
  | { readonly type: "linked"; readonly person: Principal }
  /** The owner has to say yes in a chat that they have already. */
  | { readonly type: "asked"; readonly person: Principal }
  /** `reason` is in English; `why` names it for other languages. */
  | {
      readonly type: "refused";
      readonly why: keyof Texts["people"]["notLinkedBecause"];
      readonly reason: string;
    };

/** The code in a message that is nothing but "/link CODE". */
export function codeIn(text: string): string | undefined {
  return /^\/link\s+([\w-]{4,40})$/i.exec(withoutStyles(text).trim())?.[1];
}

/** Returns the digest of a code, which can be checked but not read. */
export function codeDigest(code: string): string {
  return digestOf(code.replaceAll("-", "").toUpperCase());
}

/**
 * Makes one person of somebody who says a code and the one whom it was given to, in the caller's transaction.
 * A code works once; whoever guesses is slowed down. A code of the owner's only asks them.
 */
export async function linkPerson(
  tx: Repositories,
  { by, code }: { readonly by: Principal; readonly code: string },
  { newId, now, owner }: LinkDeps,
): Promise<Linked> {
  const { tenant } = by;
  const attempt = { tenant, person: by.id, at: now, since: now - WINDOW_MS };
  const { own, all } = await tx.accountLinks.addAttempt(attempt);
  if (own > MAX_OWN || all > MAX_ALL) return refuse("tooMany");
  const issuer = await tx.accountLinks.takeCode(tenant, codeDigest(code), now);
  const giver = issuer && (await tx.people.byId(issuer));
  if (!giver) return refuse("unknown");
  if (giver.id === by.id) return { type: "linked", person: giver };
  // The creator of a code takes over the account that sends it: nobody may gain a role by that.
  if (!isAtLeast(giver.role, by.role)) return refuse("fewerRights");
  if (giver.role === "owner" && by.id !== owner) return { type: "asked", person: giver };
  const [kept, joined] = by.id === owner ? [by, giver] : [giver, by];
  await tx.accountLinks.join({ id: newId(), tenant, person: kept.id, joined: joined.id, at: now });
  await tx.people.settleRole(kept.id, kept.role);
  return { type: "linked", person: kept };
}

function refuse(why: keyof Texts["people"]["notLinkedBecause"]): Linked {
  return { type: "refused", why, reason: texts("en").people.notLinkedBecause[why] };
}

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Eight letters and digits that cannot be mistaken for each other, as random as `newId` is. */
export function mintCode(newId: NewId): string {
  const random = Buffer.from(digestOf(newId()), "hex");
  const letters = [...random.subarray(0, 8)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}
