import { UNDELIVERED_KINDS, type UndeliveredItem } from "@reeve/operations/work/outbox";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Repositories } from "../../store/store.ts";

/** Items that were given up and kept, so that a person can retry or drop them. */
export type DeadLetter = UndeliveredItem;

/** The most dead letters of one kind that are listed. */
const MAX_LETTERS = 1000;

/** Returns the dead letters of a tenant, oldest first. */
export async function listDeadLetters(
  read: Repositories,
  tenant: string,
): Promise<readonly DeadLetter[]> {
  const replies = await read.outbox.dead(tenant, MAX_LETTERS);
  const events = await read.deliveries.list({ tenant, state: "dead", limit: MAX_LETTERS });
  const others = await read.work.dead(MAX_LETTERS);
  const letters = [
    ...replies.map(({ channel, externalId, ...row }) => ({
      ...lettered("reply", row),
      chat: `${channel}/${externalId}`,
      text: textOf(row.body),
    })),
    ...events.map((row) => ({ ...lettered("webhook", row), text: row.type })),
    ...others.flatMap((row) => {
      const kind = UNDELIVERED_KINDS.find((one) => one === row.kind);
      return kind ? [{ ...lettered(kind, row), text: row.id }] : [];
    }),
  ];
  return letters.toSorted((one, other) => one.createdAt - other.createdAt);
}

interface Row {
  readonly id: string;
  readonly attempts: number;
  readonly outages: number;
  readonly reason: string | null;
  readonly createdAt: number;
}

function lettered(kind: DeadLetter["kind"], row: Row): Omit<DeadLetter, "text"> {
  const { id, attempts, outages, reason, createdAt } = row;
  // Only an outage that lasted too long leaves a row of outages.
  const state = outages > 0 ? "expired" : "failed";
  return {
    id: `${kind}:${id}`,
    kind,
    chat: null,
    state,
    attempts: attempts + outages,
    reason,
    createdAt,
  };
}

function textOf(part: ReplyPart): string {
  return part.type === "approval" ? part.question : part.text;
}

/** Has a dead letter tried again as if it were new. Returns false if there is none with this id. */
export async function retryDeadLetter(
  tx: Repositories,
  letter: string,
  now: number,
): Promise<boolean> {
  const { kind, id } = split(letter);
  if (kind !== "reply" && kind !== "webhook")
    return (await isDead(tx, kind, id)) && tx.work.remove(kind, id);
  // It may have been charged with crashes.
  await tx.work.remove(kind, id);
  return kind === "reply" ? tx.outbox.retryDead(id, now) : tx.deliveries.replay(id, now);
}

/** Drops a dead letter. Returns false if there is none with this id. */
export async function dropDeadLetter(tx: Repositories, letter: string): Promise<boolean> {
  const { kind, id } = split(letter);
  if (kind === "reply") return tx.outbox.drop(id);
  if (kind === "webhook") return tx.deliveries.drop(id);
  const row = await tx.work.byId(kind, id);
  if (!row || !(await isDead(tx, kind, id))) return false;
  await tx.work.set({ ...row, state: "dropped" });
  return true;
}

async function isDead(tx: Repositories, kind: string, id: string): Promise<boolean> {
  const state = (await tx.work.byId(kind, id))?.state;
  return state === "failed" || state === "expired";
}

function split(letter: string): { readonly kind: string; readonly id: string } {
  const at = letter.indexOf(":");
  return { kind: letter.slice(0, at), id: letter.slice(at + 1) };
}
