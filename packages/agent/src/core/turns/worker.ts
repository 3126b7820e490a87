import { setTimeout as sleep } from "node:timers/promises";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Log } from "../../platform/log.ts";
import type { Tracing } from "../../platform/tracing.ts";
import type { AgentDeps } from "../agent/deps.ts";
import { runTurn } from "../agent/run-turn.ts";
import { turnAttributes } from "../agent/trace-attributes.ts";
import type { TurnId } from "../../kernel/ids.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AttachmentDeps } from "../attachments.ts";
import type { Lease, Chat } from "../../store/messages/chats.ts";
import { claim, deferChat, type Work } from "./claim.ts";
import { commitWithLease, type LeasedTx, RETRY_MS } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";
import type { RunningTurns } from "../running-turns.ts";
import { readAttachments } from "./attachments/read-attachments.ts";

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

/** How many turns one process runs at once; models are slow, we are not. */
const CONCURRENCY = 64;
/**
 * How long running turns may take to end after `signal` aborts, and then those that are cut off.
 * A process that is told to end has ten seconds, and its gateway ends after its turns.
 */
export const TURNS_DRAIN_MS = 5000;
export const CUT_OFF_MS = 1000;

/**
 * Runs what waits until `signal` aborts, one turn per chat at a time. Turns
 * that are still running then may end; what does not is resumed at the next start.
 */
export async function runWorker(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  const { wakeup, turns, running } = deps;
  const active = new Set<Promise<void>>();
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);

  while (!signal.aborted) {
    const due = await turns.store.read.chats.nextDue();
    const waitMs = due === undefined ? undefined : due - turns.clock.now();
    if (active.size >= CONCURRENCY || waitMs === undefined || waitMs > 0) {
      await wakeup.wait(active.size >= CONCURRENCY ? undefined : waitMs);
      continue;
    }
    const claimed = await claimOne(deps);
    if (!claimed) continue;
    const work =
      claimed.type === "turn" ? runOne(claimed.turn, deps) : readAttachmentsOfOne(claimed, deps);
    const done = work.finally(() => {
      active.delete(done);
      wakeup.notify();
    });
    active.add(done);
  }

  signal.removeEventListener("abort", onAbort);
  await Promise.race([
    Promise.allSettled(active),
    sleep(TURNS_DRAIN_MS, undefined, { ref: false }),
  ]);
  running.close();
  await Promise.race([Promise.allSettled(active), sleep(CUT_OFF_MS, undefined, { ref: false })]);
}

/** A chat that cannot be claimed because of a bug must not stop the others. */
async function claimOne(deps: WorkerDeps): Promise<Work | undefined> {
  const { turns, owner, outboxWakeup, log } = deps;
  try {
    const claimed = await deps.tracing.span("claim", {}, () => claim(owner, turns));
    if (claimed.type === "turn" || claimed.type === "understand") return claimed;
    if (claimed.type === "cleared") {
      outboxWakeup.notify();
      turns.endedWakeup.notify();
      if (claimed.ended) await deps.saveCopy(claimed.ended);
    }
    return undefined;
  } catch (error) {
    log.error("failed to claim a chat", { error });
    await deferChat(owner, turns).catch(() => sleep(RETRY_MS));
    return undefined;
  }
}

/** Runs a turn to its end. A bug gives the chat back, and the turn is tried again. */
async function runOne(turn: OpenTurn, deps: WorkerDeps): Promise<void> {
  const { outboxWakeup, running } = deps;
  const { trace } = turn;
  const log = deps.log.child({ trace });
  const agent = deps.agentOf(turn);
  using registered = running.add(turn.chat.id);
  const shown = new AbortController();
  deps.show(turn.chat, { signal: shown.signal, turn: turn.id });
  try {
    const facts = { attributes: () => turnAttributes(turn) };
    await deps.tracing.span(`invoke_agent ${turn.agent}`, facts, async () => {
      await deps.start(turn);
      await runTurn(turn, { ...agent, log: agent.log.child({ trace }) }, registered.signal);
    });
  } catch (error) {
    log.error("turn failed", { turn: turn.id, error });
    await giveBack(turn.lease, deps);
  } finally {
    shown.abort();
    outboxWakeup.notify();
    deps.turns.endedWakeup.notify();
    await deps.saveCopy(turn.id);
  }
}

/** Looks into what messages carry; their turn is opened by a later claim. */
async function readAttachmentsOfOne(
  claimed: Extract<Work, { type: "understand" }>,
  deps: WorkerDeps,
): Promise<void> {
  const { turns, attachments, running, outboxWakeup, tracing, log } = deps;
  const { chat, lease } = claimed;
  if (!attachments) return;
  using registered = running.add(chat.id);
  const shown = new AbortController();
  deps.show(chat, { signal: shown.signal });
  try {
    const work = () => readAttachments(claimed, { turns, attachments, log }, registered.signal);
    await tracing.span("understand", {}, work);
  } catch (error) {
    log.error("reading attachments failed", { chat: chat.id, error });
    await giveBack(lease, deps);
  } finally {
    shown.abort();
    outboxWakeup.notify();
  }
}

/** Frees the chat for another attempt, however long the store cannot be written to. */
async function giveBack(lease: Lease, deps: WorkerDeps): Promise<void> {
  const { turns, running, log } = deps;
  if (running.isClosing) return;
  const work = ({ tx, now }: LeasedTx) => tx.chats.release(lease.chat, now + RETRY_MS);
  await commitWithLease("release", { lease, work }, turns).catch(async (error: unknown) => {
    log.error("failed to release a chat", { chat: lease.chat, error });
    await sleep(RETRY_MS);
    await giveBack(lease, deps);
  });
}
