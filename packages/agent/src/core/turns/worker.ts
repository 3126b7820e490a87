import { setTimeout as sleep } from "node:timers/promises";
import { OVER } from "../../kernel/wait.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Log } from "../../platform/log.ts";
import type { Tracing } from "../../platform/tracing.ts";
import type { AgentDeps } from "../agent/deps.ts";
import { runTurn } from "../agent/run-turn.ts";
import { turnAttributes } from "../agent/trace-attributes.ts";
import type { TurnId } from "../../kernel/ids.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AttachmentDeps } from "../attachments.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { ClaimsAtIntake } from "../claims-at-intake.ts";
import { claim, type Claimed, type Work } from "./claim.ts";
import { createIntakeClaims } from "./intake-claims.ts";
import { whileLeased } from "./while-leased.ts";
import { failMessages, rejectClaim } from "./reject-claim.ts";
import { commitWithLease, type LeasedTx } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";
import type { Verdict } from "../../work/decide.ts";
import { QUIET, type WorkItem, type WorkKind } from "../../work/run-work.ts";
import type { RunningTurns } from "../running-turns.ts";
import { saveFailure, toTurnFailure, triesOf, type TurnSubject } from "./count-failure.ts";
import { type AttachmentsToRead, readAttachments } from "./attachments/read-attachments.ts";

export interface WorkerDeps {
  readonly turns: TurnDeps;
  /** Looks into what messages carry; without it, nobody does. */
  readonly attachments?: AttachmentDeps | undefined;
  /** Returns the deps of the agent that answers. */
  agentOf(turn: OpenTurn): AgentDeps;
  readonly running: RunningTurns;
  /** Rings when something was queued. */
  readonly wakeup: Wakeup;
  /** Told when a reply waits in the outbox. */
  readonly outboxWakeup: Wakeup;
  readonly log: Log;
  readonly tracing: Tracing;
  /** Lease owner, unique to this process. */
  readonly owner: string;
  /** Turns that run at once. */
  readonly concurrency: number;
  /** Called before a turn goes on, again when it is resumed; the turn waits for it. */
  start(turn: OpenTurn): Promise<void>;
  /** Keeps a copy of an ended turn. Nobody waits for it. */
  saveCopy(turn: TurnId): Promise<void>;
  /**
   * Shows on channels that can that something goes on in a chat, without `turn` that its files
   * are looked into; ends with the signal.
   */
  show(chat: Chat, options: { signal: AbortSignal; turn?: TurnId }): void;
}

/**
 * How long running turns may take to end after `signal` aborts, and then those that are cut off.
 * A process that is told to end has ten seconds, and its gateway ends after its turns.
 */
export const TURNS_DRAIN_MS = 5000;
export const CUT_OFF_MS = 1000;

type TurnItem = Work & WorkItem;

interface ClaimedItem {
  readonly item: TurnItem;
  /** When the next other chat becomes due, in Unix milliseconds. */
  readonly nextDue: number | undefined;
}

export interface TurnWork extends WorkKind<TurnItem> {
  /** Claims for the intake what the worker has room for. */
  readonly claims: ClaimsAtIntake;
}

/**
 * The turns of chats, one at a time in each. Turns that still run when the process stops may end;
 * what does not is resumed at the next start.
 */
export function turnWork(deps: WorkerDeps): TurnWork {
  const { wakeup, turns, running, owner, concurrency } = deps;
  const { chats } = turns.store.read;
  let due: number | undefined;
  let isServing = false;
  /** Items that were taken and have not ended, and chats whose claim is being stored. */
  const active = new Set<TurnItem>();
  let reserved = 0;
  const handed: Claimed[] = [];
  /** Rings that told of chats which were claimed at intake, and all that were noticed. */
  let ours = 0;
  let seen = 0;
  const activate = (items: readonly TurnItem[]) => {
    for (const item of items) active.add(item);
    return items;
  };
  const run = (item: TurnItem) =>
    item.type === "turn" ? runOne(item, deps) : readAttachmentsOfOne(item, deps);
  return {
    name: "turn",
    wakeup,
    looksAhead: true,
    claims: createIntakeClaims({
      owner,
      turns,
      reserve() {
        if (!isServing || active.size + handed.length + reserved >= concurrency) return undefined;
        reserved += 1;
        return { [Symbol.dispose]: () => void (reserved -= 1) };
      },
      handOver(claimed) {
        handed.push(claimed);
        ours += 1;
        wakeup.notify();
      },
    }),
    async take({ now, limit, hasEnded = false }) {
      isServing = true;
      const others = wakeup.notified - ours;
      const isHanded = handed.length > 0;
      const isCleared = handed.some(({ work }) => !work);
      // Whoever queued a message has rung; the end of another turn says little.
      if (hasEnded || isCleared || (isHanded && others !== seen)) due = await chats.nextDue();
      seen = others;
      const items = await takeHanded(handed.splice(0, limit), deps);
      if (items.length > 0) return activate(items);
      if ((hasEnded || isHanded) && (due === undefined || due > now)) return [];
      const claimed = await claimOne(deps);
      if (claimed === "again") return claimed;
      due = claimed === "none" ? await chats.nextDue() : claimed.nextDue;
      return claimed === "none" ? [] : activate([claimed.item]);
    },
    nextDue: async () => due,
    async run(item) {
      try {
        return await run(item);
      } finally {
        active.delete(item);
      }
    },
    failureOf: toTurnFailure,
    triesOf: (item) => triesOf(turns.store.read, subjectOf(item), turns.clock.now()),
    settle(item, verdict) {
      active.delete(item);
      return giveBack(item, verdict, deps);
    },
    subjectOf,
    describe: (item) =>
      item.type === "turn"
        ? { turn: item.turn.id, trace: item.turn.trace }
        : { chat: item.id, reads: "attachments" },
    async drain(left) {
      isServing = false;
      await Promise.race([
        Promise.allSettled(left),
        sleep(TURNS_DRAIN_MS, undefined, { ref: false }),
      ]);
      running.close();
      await Promise.race([Promise.allSettled(left), sleep(CUT_OFF_MS, undefined, { ref: false })]);
    },
  };
}

function subjectOf(item: TurnItem): TurnSubject {
  return item.type === "turn"
    ? { kind: "turn", id: item.turn.id }
    : { kind: "attachments", id: item.id };
}

/** A chat that cannot be claimed because of a bug must not stop the others. */
async function claimOne(deps: WorkerDeps): Promise<ClaimedItem | "none" | "again"> {
  const { turns, owner, outboxWakeup, log } = deps;
  try {
    const claimed = await deps.tracing.span("claim", {}, () => claim(owner, turns));
    if ("nextDue" in claimed) {
      const { nextDue, ...work } = claimed;
      if (mayHavePosted(work)) outboxWakeup.notify();
      return { item: toItem(work), nextDue };
    }
    if (claimed.type === "cleared") await announceCleared(claimed, deps);
    return claimed.type === "none" ? "none" : "again";
  } catch (error) {
    log.error("failed to claim a chat", { error });
    await rejectClaim(owner, error, turns);
    outboxWakeup.notify();
    return "again";
  }
}

/** Whether the claim may have put something into the outbox: the progress of a plan, or the end of a question. */
function mayHavePosted(work: Work): boolean {
  if (work.type !== "turn") return false;
  const { planStep, steps } = work.turn;
  return planStep !== undefined || steps.every(({ heard = [] }) => heard.length === 0);
}

function toItem(work: Work): TurnItem {
  return { ...work, id: work.type === "turn" ? work.turn.chat.id : work.chat.id };
}

/** Takes the work of chats that were claimed at intake. */
async function takeHanded(
  handed: readonly Claimed[],
  deps: WorkerDeps,
): Promise<readonly TurnItem[]> {
  const items: TurnItem[] = [];
  for (const { work, ended } of handed) {
    if (work) items.push(toItem(work));
    else await announceCleared({ ended }, deps);
  }
  return items;
}

/** A claim answered without a turn. */
async function announceCleared({ ended }: Pick<Claimed, "ended">, deps: WorkerDeps): Promise<void> {
  deps.outboxWakeup.notify();
  deps.turns.endedWakeup.notify();
  if (ended) await deps.saveCopy(ended);
}

/** Runs a turn to its end. */
async function runOne(
  { turn }: { readonly turn: OpenTurn },
  deps: WorkerDeps,
): Promise<void | typeof QUIET> {
  const { outboxWakeup, running } = deps;
  const { trace } = turn;
  const agent = deps.agentOf(turn);
  using registered = running.add(turn.chat.id);
  const shown = new AbortController();
  deps.show(turn.chat, { signal: shown.signal, turn: turn.id });
  try {
    const facts = { attributes: () => turnAttributes(turn) };
    await deps.tracing.span(`invoke_agent ${turn.agent}`, facts, async () => {
      await deps.start(turn);
      const log = agent.log.child({ trace });
      const work = (signal: AbortSignal) => runTurn(turn, { ...agent, log }, signal);
      await whileLeased(turn.lease, work, { ...deps.turns, log, signal: registered.signal });
    });
  } finally {
    shown.abort(OVER);
    outboxWakeup.notify();
    const goesOn = registered.left?.sessionId === turn.session;
    (goesOn ? deps.turns.turnEndedWakeup : deps.turns.endedWakeup).notify();
    await deps.saveCopy(turn.id);
  }
  return registered.left?.pending === 0 ? QUIET : undefined;
}

/** Reads the attachments of messages; their turn is opened by a later claim. */
async function readAttachmentsOfOne(
  claimed: Extract<Work, { type: "understand" }>,
  deps: WorkerDeps,
): Promise<void> {
  const { turns, attachments, running, outboxWakeup, tracing, log } = deps;
  const { chat } = claimed;
  if (!attachments) return;
  using registered = running.add(chat.id);
  const shown = new AbortController();
  deps.show(chat, { signal: shown.signal });
  try {
    const work = (signal: AbortSignal) =>
      readAttachments(claimed, { turns, attachments, log }, signal);
    await tracing.span("understand", {}, () =>
      whileLeased(claimed.lease, work, { ...turns, log, signal: registered.signal }),
    );
  } finally {
    shown.abort(OVER);
    outboxWakeup.notify();
  }
}

/**
 * Frees the chat for another attempt. A turn that was given up is ended by the next claim; messages
 * whose files were given up fail here.
 */
async function giveBack(item: TurnItem, verdict: Verdict, deps: WorkerDeps): Promise<void> {
  const { turns, running, outboxWakeup } = deps;
  if (running.isClosing) return;
  const isOver = verdict.state !== "waiting";
  const work = async (leased: LeasedTx) => {
    const { tx, now } = leased;
    const subject = subjectOf(item);
    if (item.type === "understand" && isOver) {
      await tx.work.remove(subject.kind, subject.id);
      await failMessages(leased, await stillQueued(leased, item), {
        ...turns,
        incident: turns.newId(),
      });
      return;
    }
    const { createdAt } = await triesOf(tx, subject, now);
    await saveFailure(tx, subject, { verdict, createdAt });
    leased.release(isOver ? now : verdict.nextAt);
  };
  const lease = item.type === "turn" ? item.turn.lease : item.lease;
  await commitWithLease("release", { lease, work }, turns);
  if (isOver) outboxWakeup.notify();
}

/** Returns messages that nobody stopped or edited while their files were read. */
async function stillQueued(
  { tx, chat, now }: LeasedTx,
  { messages }: AttachmentsToRead,
): Promise<readonly InboxRow[]> {
  const ids = new Set(messages.map(({ row }) => row.id));
  return (await tx.inbox.queued(chat.id, now)).filter(({ id }) => ids.has(id));
}
