import { closeReservations } from "../../domains/limits.ts";
import { type ApprovalId, toId } from "../../kernel/ids.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { texts } from "../../platform/texts.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import { announceResults } from "../approvals/questions/announce.ts";
import { savePost } from "../delivery/post-in-chat.ts";
import { decide } from "../../work/decide.ts";
import { POLICIES } from "../../work/policy.ts";
import { startLeasedWork, type LeasedTx, leaseEnd } from "./commit-with-lease.ts";
import { saveFailure, toTurnFailure } from "./count-failure.ts";
import type { TurnDeps } from "./deps.ts";

/** Failures longer ago than this are forgotten, in milliseconds. */
const MEMORY_MS = 60 * 60_000;

/**
 * Backs off the chat that would be claimed next, since claiming it fails: the others must not wait
 * behind it. When it has failed too often, what it would answer is given up, its sender is told,
 * and the chat continues.
 */
export async function rejectClaim(owner: string, error: unknown, deps: TurnDeps): Promise<void> {
  const { store, clock, events } = deps;
  const now = clock.now();
  const told = await store.commit("release", async (tx) => {
    const claimed = await tx.chats.claim({ owner, now, leaseUntil: leaseEnd(store, now) });
    if (!claimed) return undefined;
    const { running: _, nextDue: __, firstEvent, ...chat } = claimed;
    const subject = { kind: "claim", id: chat.id } as const;
    const row = await tx.work.byId(subject.kind, subject.id);
    const isRecent = row && now - row.createdAt < MEMORY_MS;
    const tries = isRecent ? row : { attempts: 0, outages: 0, createdAt: now };
    const given = { policy: POLICIES.turn, now, random: deps.random() };
    const verdict = decide(tries, toTurnFailure(error), given);
    if (verdict.state === "waiting") {
      await saveFailure(tx, subject, { verdict, createdAt: tries.createdAt });
      await tx.chats.release(chat.id, verdict.nextAt);
      return undefined;
    }
    const { leased, finish } = startLeasedWork({
      tx,
      chat,
      now,
      reserved: { first: firstEvent, count: 0 },
    });
    await tx.work.remove(subject.kind, subject.id);
    const incident = deps.newId();
    const rows = await messagesOf(leased, incident);
    await failMessages(leased, rows, { ...deps, incident });
    return { chat, facts: (await finish()).facts };
  });
  if (told) events.publish(told.chat, told.facts);
}

/** Gives up messages that cannot be answered, tells their sender, and frees the chat. */
export async function failMessages(
  { tx, chat, now, emit, release }: LeasedTx,
  rows: readonly InboxRow[],
  {
    incident,
    ...deps
  }: Pick<TurnDeps, "newId" | "isPush" | "localeOf" | "questionIn" | "toolbox"> & {
    readonly incident: string;
  },
): Promise<void> {
  const reason = `given up after ${POLICIES.turn.maxErrors} attempts`;
  await tx.inbox.end(
    rows.map(({ id }) => id),
    "failed",
    reason,
  );
  await announceResults(tx, await failApprovals(tx, rows), { ...deps, now });
  const text = texts((await deps.localeOf(tx, chat)).language).turns.failed({ incident });
  const reply: readonly ReplyPart[] = [{ type: "notice", code: "failed", text }];
  const id = `failed:${incident}`;
  const about = rows[0]?.id ?? chat.id;
  emit({ type: "said", id, cause: "notice", about, reply });
  await savePost(tx, chat, { id, reply, at: now, ...deps });
  release(now);
}

/** Calls that people allowed and that cannot be carried out have failed; returns their approvals. */
async function failApprovals(
  { approvals }: LeasedTx["tx"],
  rows: readonly InboxRow[],
): Promise<readonly ApprovalId[]> {
  const failed: ApprovalId[] = [];
  for (const { body } of rows) {
    if (body.kind !== "decision") continue;
    const id = toId<"approval">(body.approval);
    const hasFailed =
      (await approvals.move(id, "confirmed", { to: "failed" })) ||
      (await approvals.move(id, "executing", { to: "failed" }));
    if (hasFailed) failed.push(id);
  }
  return failed;
}

/** Returns the messages that cannot be answered: those of the running turn, which ends, or the oldest. */
async function messagesOf(
  { tx, chat, now }: LeasedTx,
  incident: string,
): Promise<readonly InboxRow[]> {
  const running = await tx.turns.running(chat.id);
  if (!running) return (await tx.inbox.queued(chat.id, now)).slice(0, 1);
  await closeReservations(tx.limits, running.id, "spent");
  const ending = { state: "failed", endedAt: now, incident, isToLearnFrom: false } as const;
  await tx.turns.end(running.id, ending);
  await tx.work.remove("turn", running.id);
  return tx.inbox.ofTurn(running.id);
}
