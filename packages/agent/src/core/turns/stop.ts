import type { Kernel } from "../../store/kernel.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import { toId, type TurnId } from "../../kernel/ids.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { InboxBody } from "../../store/messages/inbox.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { appendEvents } from "../events/append-events.ts";
import { requireChatControl } from "../access-checks.ts";
import type { Caller } from "../control.ts";
import type { Events } from "../events/events.ts";
import type { LocaleOf } from "../locale.ts";
import { failPlan } from "../plans/advance-plan.ts";
import { announceResults, type ResultDeps } from "../approvals/questions/announce.ts";
import { planStepOf } from "../plans/plan-step-of.ts";
import { planFailure } from "../plans/plan-failure.ts";
import { type PlanUpdateContext, postPlanInChat } from "../plans/post-plan-update.ts";
import type { RunningTurns } from "../running-turns.ts";

/** Words of the calls that were allowed and do not run. */
type CallWords = Pick<ResultDeps, "questionIn" | "toolbox">;

export interface StopDeps extends Kernel, CallWords {
  readonly running: RunningTurns;
  readonly events: Events;
  /** Told when something that was stopped says so. */
  readonly outboxWakeup?: Pick<Wakeup, "notify"> | undefined;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}

export interface Stopped {
  /** Whether a turn was running. */
  readonly turns: number;
  /** Messages that waited and will not be answered. */
  readonly withdrawn: number;
}

/**
 * Stops what runs in a chat. Once the commit is done no effect of an older
 * fence starts, in whichever process; the running turn is ended at once here.
 * A direct chat is stopped by whom it is with, or by the owner and admins.
 */
export async function stopChat(
  { person, channel, externalId }: Caller,
  deps: StopDeps,
): Promise<Stopped> {
  const { store, running, events } = deps;
  const found = await store.read.chats.byAddress(channel, externalId);
  const chats = found.filter((chat) => chat.tenant === person.tenant);
  for (const chat of chats) if (chat.kind === "direct") requireChatControl(chat, person);
  let turns = 0;
  let withdrawn = 0;
  for (const chat of chats) {
    const { facts, ...stopped } = await store.commit("stop", (tx) =>
      stopIn(tx, chat, { ...deps, by: person.name, now: deps.clock.now() }),
    );
    events.publish(chat, facts);
    running.abort(chat.id);
    turns += stopped.turns;
    withdrawn += stopped.withdrawn;
  }
  deps.outboxWakeup?.notify();
  return { turns, withdrawn };
}

interface StoppedChat extends Stopped {
  /** The turn that was running says by itself that it was stopped. */
  readonly isAnnounced: boolean;
  readonly facts: readonly ChatEvent[];
}

type Stopping = Omit<PlanUpdateContext, "tx"> &
  CallWords & {
    /** Name of the person who stops it. */
    readonly by: string;
  };

/**
 * Stops a chat in the caller's transaction. Once the commit is done, publish the facts, ring the
 * outbox's wakeup and abort the running turn.
 */
export async function stopIn(
  tx: Repositories,
  chat: Chat,
  telling: Stopping,
): Promise<StoppedChat> {
  const queued = await tx.inbox.queued(chat.id);
  const ids = queued.map(({ id }) => id);
  await tx.inbox.end(ids, "withdrawn", "stopped");
  const facts: ChatEvent[] = [];
  for (const { body } of queued) {
    if (body.kind === "decision") facts.push(...(await revoke(tx, { ...body, chat }, telling)));
    facts.push(...(await stopPlan(tx, { body, chat }, telling)));
  }
  const turn = await tx.turns.cancelRunning(chat.id, "stopped");
  await tx.chats.raiseFence(chat.id);
  const isAnnounced = turn !== undefined && !(await isOfPlan(tx, turn));
  return { turns: turn ? 1 : 0, withdrawn: queued.length, isAnnounced, facts };
}

/** Checks whether a turn belongs to a plan, which reports its result. */
async function isOfPlan(tx: Repositories, turn: TurnId): Promise<boolean> {
  const openedBy = (await tx.turns.byId(turn))?.openedBy;
  const opener = openedBy && (await tx.inbox.byId(openedBy));
  return opener !== undefined && planStepOf(opener.body) !== undefined;
}

/** A plan whose step is withdrawn asks how to go on. */
async function stopPlan(
  tx: Repositories,
  { body, chat }: { readonly body: InboxBody; readonly chat: Chat },
  { now, newId, isPush, localeOf }: Omit<PlanUpdateContext, "tx">,
): Promise<readonly ChatEvent[]> {
  const of = planStepOf(body);
  if (!of) return [];
  const { language } = await localeOf(tx, chat);
  const trouble = planFailure(({ stopped }) => stopped, language);
  const plan = await failPlan(of, { tx, now, trouble });
  const said = plan && (await postPlanInChat(plan, { tx, now, newId, isPush, localeOf, trouble }));
  return said?.facts ?? [];
}

/** A call that was allowed and has not begun does not begin after a stop; who hears of decisions is told so. */
async function revoke(
  tx: Repositories,
  { approval, chat }: { readonly approval: string; readonly chat: Chat },
  { by, ...deps }: Stopping,
): Promise<readonly ChatEvent[]> {
  const change = { to: "cancelled", reason: "stopped" } as const;
  const isRevoked = await tx.approvals.move(toId<"approval">(approval), "confirmed", change);
  if (!isRevoked) return [];
  await announceResults(tx, [toId<"approval">(approval)], deps);
  const body = { type: "approval-decision", approval, verdict: "deny", by } as const;
  return appendEvents(tx, chat.id, { bodies: [body], at: deps.now });
}
