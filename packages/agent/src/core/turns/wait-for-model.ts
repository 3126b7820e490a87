import { closeReservations } from "../../domains/limits.ts";
import { needsOwner } from "../../kernel/outage.ts";
import { outageCause } from "../../llm/model-error.ts";
import type { ModelError } from "../../llm/model.ts";
import { retryDelay } from "../../llm/retry-delay.ts";
import { texts } from "../../platform/texts.ts";
import type { ModelWait } from "../../store/turns/model-waits.ts";
import { savePost } from "../delivery/post-in-chat.ts";
import type { OpenTurn } from "../open-turn.ts";
import { renderWaitingPlan } from "../plans/render-plan.ts";
import type { Outage, SlowModel, TurnStatus } from "../turn-log.ts";
import type { LeasedTx } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn } from "./end-turn.ts";
import { recordExtraUsage } from "./sessions/continue-in-new-session.ts";

/** How long a person waits before they are told why. */
const ANNOUNCE_MS = 10_000;
/** The same for the run of a job, for which nobody sits there and waits. */
const ANNOUNCE_JOB_MS = 600_000;
const HOUR_MS = 3_600_000;
/** The longest quote of a provider. */
const MAX_REASON = 300;

/**
 * Has a turn wait for its model: its chat is given back, its step stays as it was announced and is
 * sent again later. No attempt is counted. A turn that has waited too long fails.
 */
export async function waitForModel(
  leased: LeasedTx,
  turn: OpenTurn,
  { model, error, cost, deps }: Outage & { readonly deps: TurnDeps },
): Promise<TurnStatus> {
  const { tx, chat, now } = leased;
  const { timeZone, waitMs = 24 * HOUR_MS } = deps.settings;
  const since = turn.waiting?.since ?? now;
  const { language } = await deps.localeOf(tx, chat);
  if (now - since >= waitMs) {
    const line = texts(language).turns.modelGaveUp({ model, hours: Math.round(waitMs / HOUR_MS) });
    const reason = `${model}: ${error.message}`;
    const ending = { type: "failed", incident: deps.newId(), reason, cost, line } as const;
    await endTurn(leased, turn, { ending, deps });
    return { type: "ended" };
  }

  if (cost) {
    const request = { turn: turn.id, step: turn.steps.length - 1, chat: chat.id };
    await recordExtraUsage(tx, { ...request, ...cost }, { now, timeZone });
  }
  await closeReservations(tx.limits, turn.id, "free");

  const { nextAt } = await noteWait(leased, turn, { model, error, since, deps });
  leased.release(nextAt);
  return { type: "waiting" };
}

/** The same for a request that has no response yet: the people of the turn are told, and it goes on. */
export async function postSlowModel(
  leased: LeasedTx,
  turn: OpenTurn,
  { silentMs, ...slow }: SlowModel & { readonly deps: TurnDeps },
): Promise<OpenTurn> {
  const since = turn.waiting?.since ?? leased.now - silentMs;
  const { wait } = await noteWait(leased, turn, { ...slow, since });
  return { ...turn, waiting: wait };
}

interface NotedWait {
  readonly wait: ModelWait;
  /** When to try again, or to tell people. */
  readonly nextAt: number;
}

/** Stores that a turn waits, and tells its people once it has taken long enough. */
async function noteWait(
  leased: LeasedTx,
  turn: OpenTurn,
  {
    model,
    error,
    since,
    deps,
  }: Omit<Outage, "cost"> & { readonly since: number; readonly deps: TurnDeps },
): Promise<NotedWait> {
  const { tx, now } = leased;
  const cause = outageCause(error);
  const announceAt =
    since + (needsOwner(cause) ? 0 : turn.scheduled ? ANNOUNCE_JOB_MS : ANNOUNCE_MS);
  const wasAnnounced = turn.waiting?.isAnnounced ?? false;
  const isAnnounced = wasAnnounced || now >= announceAt;
  const reason = error.message.slice(0, MAX_REASON);
  const wait = { turn: turn.id, model, cause, reason, since, isAnnounced };
  const retryAt = retryTime({ since, now, error, random: deps.random });
  const nextAt = isAnnounced ? retryAt : Math.min(retryAt, announceAt);
  await tx.modelWaits.set(wait);
  leased.emit({ type: "turn-waiting", turn: turn.id, model, cause, since, retryAt: nextAt });
  if (isAnnounced && !wasAnnounced) {
    await showInPlan(leased, turn, { ...deps, since });
    await announce(leased, wait, deps);
  }
  return { wait, nextAt };
}

/**
 * When the model may be asked again as far as the error says: the breaker lets no request out before,
 * and one that came too early would miss its next. Otherwise after a pause, up to a fifth shorter, so
 * that not all chats try at once.
 */
function retryTime({
  since,
  now,
  error,
  random,
}: {
  readonly since: number;
  readonly now: number;
  readonly error: ModelError;
  readonly random: () => number;
}): number {
  const askedMs = Math.min(error.retryAfterMs ?? 0, MAX_ASKED_MS);
  const pauseMs = retryDelay(now - since) * (1 - random() / 5);
  return now + Math.ceil(askedMs > 0 ? askedMs : pauseMs);
}

/** A provider may ask for a day; it is asked again sooner. */
const MAX_ASKED_MS = 60_000;

/** Shows in the progress of a plan that its step waits. */
async function showInPlan(
  { tx, chat, now, emit }: LeasedTx,
  { planStep }: OpenTurn,
  { since, ...deps }: TurnDeps & { readonly since: number },
): Promise<void> {
  const plan = planStep && (await tx.plans.byId(planStep.plan));
  if (!plan || plan.at !== planStep.step) return;
  const shown = renderWaitingPlan(plan, since);
  emit({ type: "said", ...shown });
  await savePost(tx, chat, { ...shown, at: now, ...deps });
}

/** Tells the chat of a turn that its answer will come later. */
async function announce(
  leased: LeasedTx,
  { turn, model, cause, since }: ModelWait,
  deps: TurnDeps,
): Promise<void> {
  const { tx, chat, now } = leased;
  const outage = needsOwner(cause) ? await tx.modelOutages.of(model) : undefined;
  const told = outage?.told;
  const isHere = told?.chat === chat.id;
  if (isHere) {
    const row = await tx.turns.byId(turn);
    // What the owner read here since they wrote says it already.
    if (row && row.startedAt <= told.at) return;
  }
  const { language } = await deps.localeOf(tx, chat);
  const line = texts(language).turns.modelDown({
    cause,
    told: told && !isHere ? "owner" : "nobody",
  });
  const reply = [{ type: "notice", code: "waiting", text: line } as const];
  // A turn may wait more than once.
  const id = `waiting:${turn}:${since}`;
  leased.emit({ type: "said", id, cause: "notice", about: turn, reply });
  await savePost(tx, chat, { id, reply, at: now, ...deps });
}
