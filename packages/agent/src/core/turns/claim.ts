import { isDoubted } from "../../kernel/clock.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import { type PersonId, toId, type TurnId } from "../../kernel/ids.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { Chat, Lease } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import type { Turn } from "../../store/turns/turns.ts";
import type { OpenTurn } from "../open-turn.ts";
import { planStepOf } from "../plans/plan-step-of.ts";
import { chooseBatch, scheduledIn } from "./choose-batch.ts";
import { isGivenUp, reasonOf } from "./count-failure.ts";
import { startLeasedWork, type LeasedStart, type LeasedTx, leaseEnd } from "./commit-with-lease.ts";
import { endTurn } from "./end-turn.ts";
import { findUnreadAttachments } from "./attachments/find-unread-attachments.ts";
import { limitContext } from "./budget/limit-context.ts";
import { openTurn } from "./open-turn.ts";
import type { TurnDeps } from "./deps.ts";
import { isWaitingForReservation, reserveOrReject } from "./budget/reserve-step.ts";
import type { AttachmentsToRead } from "./attachments/read-attachments.ts";
import { isExpired } from "./sessions/is-expired.ts";

export type Claim =
  | (Work & {
      /** When the next other chat becomes due, in Unix milliseconds. */
      readonly nextDue: number | undefined;
    })
  /** Nothing waits, or nothing that is due. */
  | { readonly type: "none" }
  /** A turn that could not go on was ended, or nothing was left to answer. */
  | { readonly type: "cleared"; readonly ended: TurnId | undefined };

/** Work in a leased chat. */
export type Work =
  | { readonly type: "turn"; readonly turn: OpenTurn }
  /** No turn is open yet. */
  | ({ readonly type: "understand" } & AttachmentsToRead);

/** A chat in the commit that claimed it. */
export interface Claimed {
  /** Undefined if a turn that could not go on was ended, or nothing was left to answer. */
  readonly work: Work | undefined;
  readonly ended: TurnId | undefined;
}

/** A claim usually tells that a turn has started. */
export const CLAIM_EVENTS = 1;

/**
 * Leases the chat that has waited longest, and in the same commit opens its
 * next turn or takes over the one that an earlier process left behind.
 */
export async function claim(owner: string, deps: TurnDeps): Promise<Claim> {
  const { store, clock, events } = deps;
  const now = clock.now();
  const work = async (tx: Repositories) => {
    const claimed = await tx.chats.claim({
      owner,
      now,
      leaseUntil: leaseEnd(store, now),
      events: CLAIM_EVENTS,
    });
    if (!claimed) return undefined;
    const { running: left, nextDue, firstEvent, ...chat } = claimed;
    const reserved = { first: firstEvent, count: CLAIM_EVENTS };
    // Where several processes claim, another one may have committed while the statement ran.
    const mayRun = left !== null || !store.isExclusive;
    const running = mayRun ? await tx.turns.running(chat.id) : undefined;
    const opened = await openClaimed({ tx, chat, now, reserved }, { owner, running, deps });
    return { ...opened, chat, nextDue: nextDue ?? undefined };
  };
  // A claim that was lost is made again, unless it told how a turn ended.
  const outcome = await store.commit("claim", work, (done) => done?.ended === undefined);
  if (!outcome) return { type: "none" };
  events.publish(outcome.chat, outcome.facts);
  const { ended, nextDue } = outcome;
  return outcome.work ? { ...outcome.work, nextDue } : { type: "cleared", ended };
}

/** Opens the next turn of a chat in the commit that leased it, or takes over the one that runs. */
export async function openClaimed(
  start: LeasedStart,
  {
    owner,
    running,
    queued,
    deps,
  }: {
    owner: string;
    running?: Turn | undefined;
    /** Messages that are due; read if absent. */
    queued?: readonly InboxRow[] | undefined;
    deps: TurnDeps;
  },
): Promise<Claimed & { readonly facts: readonly ChatEvent[] }> {
  const { chat, now } = start;
  const { leased, finish } = startLeasedWork(start);
  const lease = { chat: chat.id, owner, epoch: chat.epoch };
  const next = running
    ? toWork(await takeOver(leased, running, { lease, deps }))
    : await openNext(leased, { lease, queued, deps });
  if (next === undefined && !running) leased.release(now);
  const { facts } = await finish();
  const [ended] = facts.flatMap((fact) =>
    fact.type === "turn-end" ? [toId<"turn">(fact.turn)] : [],
  );
  return { work: next === "later" ? undefined : next, ended, facts };
}

function toWork(turn: OpenTurn | undefined): Work | undefined {
  return turn && { type: "turn", turn };
}

/** How long a chat waits for requests of others that may leave room in a budget, in milliseconds. */
const MAX_CLAIM_MS = 250;

/**
 * Opens the next turn; undefined when nothing is left to answer, or its agent may not. Files of
 * what waits have to be looked into first.
 */
async function openNext(
  leased: LeasedTx,
  {
    lease,
    queued,
    deps,
  }: { lease: Lease; queued?: readonly InboxRow[] | undefined; deps: TurnDeps },
): Promise<Work | "later" | undefined> {
  const setting = await limitContext(leased, deps);
  if (await isWaitingForReservation(leased, { setting, deps })) {
    leased.release(leased.now + MAX_CLAIM_MS);
    return "later";
  }
  const fresh = await endSessionOnAgentChange(await expireSession(leased, deps), deps);
  const batch = chooseBatch(queued ?? (await leased.tx.inbox.queued(leased.chat.id, leased.now)));
  const messages = await findUnreadAttachments(fresh, batch, { setting, deps });
  if (messages.length > 0) return { type: "understand", chat: fresh.chat, lease, messages };
  const turn = await openTurn(fresh, batch, { lease, deps });
  // An allowed call runs first; the next model call is recorded when it is done.
  if (!turn || turn.steps[0]?.kind === "decision") return toWork(turn);
  return toWork(await reserveOrReject(fresh, turn, { n: turn.steps.length - 1, setting, deps }));
}

/** Continues a turn whose process died; undefined when it was ended instead. */
async function takeOver(
  leased: LeasedTx,
  running: Turn,
  { lease, deps }: { lease: Lease; deps: TurnDeps },
): Promise<OpenTurn | undefined> {
  const turn = await loadTurn(leased, running, lease);
  if (leased.chat.fence !== running.fence) {
    await endTurn(leased, turn, { ending: { type: "cancelled" }, deps });
    return undefined;
  }
  if (turn.failures && isGivenUp(turn.failures)) {
    const incident = deps.newId();
    const ending = { type: "failed", incident, reason: reasonOf(turn.failures) } as const;
    await endTurn(leased, turn, { ending, deps });
    return undefined;
  }
  if (!turn.waiting) return turn;
  // What was set aside for its request was given back when it began to wait.
  const setting = await limitContext(leased, deps);
  return reserveOrReject(leased, turn, { n: turn.steps.length - 1, setting, deps });
}

/** The rows of a running turn as the loop sees them. */
async function loadTurn(
  { tx, chat }: { tx: Repositories; chat: Chat },
  running: Turn,
  lease: Lease,
): Promise<OpenTurn> {
  const rows = await tx.inbox.ofTurn(running.id);
  const authors = [...new Set(rows.map(({ author }) => author))];
  const last = rows.at(-1);
  if (!last) throw new Error(`turn ${running.id} has no message`);
  return {
    id: running.id,
    session: running.session,
    chat,
    lease,
    fence: running.fence,
    openedBy: running.openedBy,
    role: running.role,
    agent: running.agent,
    trace: running.trace,
    asker: await askerOf(tx, last),
    authors,
    steps: await tx.turns.steps(running.id),
    failures: await tx.work.byId("turn", running.id),
    waiting: await tx.modelWaits.of(running.id),
    isResumed: true,
    planStep: planStepOf(last.body),
    scheduled: scheduledIn(last.body),
  };
}

/** Tools act for the author of the last message, and for whoever asked for a call that was released. */
async function askerOf(tx: Repositories, { author, body }: InboxRow): Promise<PersonId> {
  if (body.kind !== "decision") return author;
  return (await tx.approvals.byId(toId(body.approval)))?.requester ?? author;
}

/**
 * Ends the chat's session where it began with another soul or other tools than
 * those of the agent that answers now; the next turn begins a new one.
 */
async function endSessionOnAgentChange(
  leased: LeasedTx,
  { agents, endedWakeup }: Pick<TurnDeps, "agents" | "endedWakeup">,
): Promise<LeasedTx> {
  const { tx, chat, now } = leased;
  if (!chat.sessionId) return leased;
  const frame = (await tx.sessions.open(chat.sessionId))?.frame;
  if (!frame || frame.character === agents.answering(chat).character) return leased;
  await tx.sessions.end(chat.sessionId, { endedAt: now, reason: "agent" });
  await tx.inbox.forgetShown(chat.id);
  endedWakeup.notify();
  return { ...leased, chat: { ...chat, sessionId: null } };
}

/** Ends the chat's session where its time is over; the next turn begins a new one. */
async function expireSession(
  leased: LeasedTx,
  { clock, settings, endedWakeup }: Pick<TurnDeps, "clock" | "settings" | "endedWakeup">,
): Promise<LeasedTx> {
  const { tx, chat, now } = leased;
  const { lifetime, timeZone } = settings;
  if (!lifetime || !chat.sessionId || isDoubted(clock)) return leased;
  const lastAt = await tx.sessions.lastAt(chat.sessionId);
  const reason = lastAt && isExpired(lastAt, { ...lifetime, now, timeZone });
  if (!reason) return leased;
  await tx.sessions.end(chat.sessionId, { endedAt: now, reason });
  await tx.inbox.forgetShown(chat.id);
  endedWakeup.notify();
  return { ...leased, chat: { ...chat, sessionId: null } };
}
