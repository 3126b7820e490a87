import { Fault } from "@reeve/sdk";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import { PAUSED } from "../../store/turns/pauses.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Caller } from "../control.ts";
import { saveRules } from "./operations/save-rules.ts";
import type { TurnDeps } from "./deps.ts";

const RESUMED = "came while paused";

type PauseDeps = Pick<TurnDeps, "store" | "clock" | "newId">;

/** The chats that are meant: null for all of them. */
type Where = Chat | null;

export interface Resumed {
  /** False when nothing was paused. */
  readonly wasPaused: boolean;
  /** How many messages arrived meanwhile. */
  readonly noted: number;
  /** How many of them are answered now: the newest of each direct chat. */
  readonly answering: number;
}

/**
 * From here on what arrives is noted and not answered, in a chat or everywhere. What runs,
 * and what was queued before, goes on. False when it was paused already.
 */
export async function pause(
  where: Where,
  { person: by }: Caller,
  { store, clock }: PauseDeps,
): Promise<boolean> {
  return store.commit("pause", (tx) => pauseIn(tx, where, { by, now: clock.now() }));
}

/** The same in the caller's transaction. */
export async function pauseIn(
  tx: Repositories,
  where: Where,
  { by, now: at }: { readonly by: Principal; readonly now: number },
): Promise<boolean> {
  return tx.pauses.add(by.tenant, { chat: where?.id ?? null, by: by.id, at });
}

/**
 * Ends a pause. In one commit the newest message of each direct chat joins its queue and
 * the others stay noted, so each is answered once, whatever happens in between. What is
 * paused otherwise, a chat while everything is resumed or the other way round, stays so.
 */
export async function resume(
  where: Where,
  { person: { tenant } }: Caller,
  { store, clock, newId }: PauseDeps,
): Promise<Resumed> {
  return store.commit("resume", (tx) => resumeIn(tx, where, { tenant, now: clock.now(), newId }));
}

/** The same in the caller's transaction; ring the workers' wakeup once it is done. */
export async function resumeIn(
  tx: Repositories,
  where: Where,
  {
    tenant,
    now,
    newId,
  }: Pick<TurnDeps, "newId"> & { readonly tenant: string; readonly now: number },
): Promise<Resumed> {
  const wasPaused = await tx.pauses.remove(tenant, where?.id ?? null);
  let noted = 0;
  let answering = 0;
  for (const chat of await chatsWith(tx, tenant, where)) {
    if (await tx.pauses.isPaused(tenant, chat.id)) continue;
    const rows = await tx.inbox.notedAs(chat.id, PAUSED);
    await saveRules({ tx, chat }, rows, { newId });
    const newest = chat.kind === "direct" ? rows.at(-1) : undefined;
    await tx.inbox.release(chat.id, { from: PAUSED, to: RESUMED, queue: newest?.id });
    if (newest) await tx.chats.enqueue(chat.id, { now, interrupt: false });
    noted += rows.length;
    answering += newest ? 1 : 0;
  }
  return { wasPaused, noted, answering };
}

async function chatsWith(tx: Repositories, tenant: string, where: Where): Promise<readonly Chat[]> {
  if (where) return [where];
  const chats = await tx.chats.withNoted(PAUSED);
  return chats.filter((chat) => chat.tenant === tenant);
}

/** Only the owner and admins say when the agent is silent. */
export function requireAdmin({ person }: Caller): void {
  if (isAtLeast(person.role, "admin")) return;
  throw new Fault("denied", "Only the owner and admins can pause and resume the agent.");
}

/** Lists the pauses, and how many messages wait because of each. */
export async function listPauses(store: Store, tenant: string) {
  const pauses = await store.read.pauses.list(tenant);
  const chats = new Map((await store.slow.chats.list()).map((chat) => [chat.id, chat]));
  return Promise.all(
    pauses.map(async ({ chat: id, by, at }) => {
      const chat = id === null ? undefined : chats.get(id);
      const noted: readonly InboxRow[] = id ? await store.slow.inbox.notedAs(id, PAUSED) : [];
      return {
        where: chat ? `${chat.channel}/${chat.externalId}` : "everywhere",
        by: (await store.read.people.byId(by))?.name ?? by,
        at,
        ...(id && { noted: noted.length }),
      };
    }),
  );
}
