import { closeReservations } from "../../domains/limits.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { texts } from "../../platform/texts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { Repositories } from "../../store/store.ts";
import { savePost } from "../delivery/post-in-chat.ts";
import { appendEvents } from "../events/append-events.ts";
import { decide } from "../../work/decide.ts";
import { POLICIES } from "../../work/policy.ts";
import { leaseEnd } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";

/** Failures longer ago than this are forgotten, in milliseconds. */
const MEMORY_MS = 60 * 60_000;

/**
 * Backs off the chat that would be claimed next, since claiming it fails: the others must not wait
 * behind it. When it has failed too often, what it would answer is given up, its sender is told,
 * and the chat continues.
 */
export async function rejectClaim(owner: string, deps: TurnDeps): Promise<void> {
  const { store, clock, events } = deps;
  const now = clock.now();
  const told = await store.commit("release", async (tx) => {
    const chat = await tx.chats.claim({ owner, now, leaseUntil: leaseEnd(store, now) });
    if (!chat) return undefined;
    const row = await tx.work.byId(KIND, chat.id);
    const isRecent = row && now - row.createdAt < MEMORY_MS;
    const tries = isRecent ? row : { attempts: 0, outages: 0, createdAt: now };
    const given = { policy: POLICIES.turn, now, random: deps.random() };
    const verdict = decide(tries, FAILURE, given);
    if (verdict.state !== "waiting") return failMessages(tx, chat, { now, ...deps });
    const counts = { crashes: 0, suspicion: 0, createdAt: tries.createdAt };
    await tx.work.set({ kind: KIND, id: chat.id, ...verdict, ...counts });
    await tx.chats.release(chat.id, verdict.nextAt);
    return undefined;
  });
  if (told) events.publish(told.chat, told.facts);
}

const KIND = "claim";
const FAILURE = { type: "error", reason: "its turn could not be opened" } as const;

async function failMessages(
  tx: Repositories,
  chat: Chat,
  deps: TurnDeps & { readonly now: number },
): Promise<{ readonly chat: Chat; readonly facts: readonly ChatEvent[] }> {
  const { now, newId, localeOf } = deps;
  const incident = newId();
  const rows = await messagesOf(tx, chat, { now, incident });
  const reason = `given up after ${POLICIES.turn.maxErrors} attempts`;
  await tx.inbox.end(
    rows.map(({ id }) => id),
    "failed",
    reason,
  );
  const text = texts((await localeOf(tx, chat)).language).turns.failed({ incident });
  const reply: readonly ReplyPart[] = [{ type: "notice", code: "failed", text }];
  const id = `failed:${incident}`;
  const about = rows[0]?.id ?? chat.id;
  const said = { type: "said", id, cause: "notice", about, reply } as const;
  const facts = await appendEvents(tx, chat.id, { bodies: [said], at: now });
  await savePost(tx, chat, { id, reply, at: now, ...deps });
  await tx.work.remove(KIND, chat.id);
  await tx.chats.release(chat.id, now);
  return { chat, facts };
}

/** Returns the messages that cannot be answered: those of the running turn, which ends, or the oldest. */
async function messagesOf(
  tx: Repositories,
  chat: Chat,
  { now, incident }: { readonly now: number; readonly incident: string },
): Promise<readonly InboxRow[]> {
  const running = await tx.turns.running(chat.id);
  if (!running) return (await tx.inbox.queued(chat.id, now)).slice(0, 1);
  await closeReservations(tx.limits, running.id, "spent");
  const ending = { state: "failed", endedAt: now, incident, isToLearnFrom: false } as const;
  await tx.turns.end(running.id, ending);
  return tx.inbox.ofTurn(running.id);
}
