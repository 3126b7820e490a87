import { closeReservations } from "../../domains/limits.ts";
import { needsOwner } from "../../kernel/outage.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { outageCause } from "../../llm/model-error.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import { toId } from "../../kernel/ids.ts";
import type { ModelError } from "../../llm/model.ts";
import { retryDelay } from "../../llm/retry-delay.ts";
import { texts } from "../../platform/texts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { ModelWait } from "../../store/turns/model-waits.ts";
import { appendEvents } from "../events/append-events.ts";
import { API_CHANNEL } from "../client-chats.ts";
import { savePost } from "../delivery/post-in-chat.ts";
import { publish } from "../events/publish.ts";
import type { OpenTurn } from "../open-turn.ts";
import { renderWaitingPlan } from "../plans/render-plan.ts";
import type { Outage, TurnStatus } from "../turn-log.ts";
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

/** Result of a wait, and what was told in another chat: publish it once the commit is done. */
export interface Waiting {
  readonly status: TurnStatus;
  readonly told?: { readonly chat: Chat; readonly facts: readonly ChatEvent[] } | undefined;
}

/**
 * Has a turn wait for its model: its chat is given back, its step stays as it was announced and is
 * sent again later. No attempt is counted. A turn that has waited too long fails.
 */
export async function waitForModel(
  leased: LeasedTx,
  turn: OpenTurn,
  { model, error, cost, deps }: Outage & { readonly deps: TurnDeps },
): Promise<Waiting> {
  const { tx, chat, now } = leased;
  const { timeZone, waitMs = 24 * HOUR_MS } = deps.settings;
  const since = turn.waiting?.since ?? now;
  const { language } = await deps.localeOf(tx, chat);
  if (now - since >= waitMs) {
    const line = texts(language).turns.modelGaveUp({ model, hours: Math.round(waitMs / HOUR_MS) });
    const reason = `${model}: ${error.message}`;
    const ending = { type: "failed", incident: deps.newId(), reason, cost, line } as const;
    await endTurn(leased, turn, { ending, deps });
    return { status: { type: "ended" } };
  }

  if (cost) {
    const request = { turn: turn.id, step: turn.steps.length - 1, chat: chat.id };
    await recordExtraUsage(tx, { ...request, ...cost }, { now, timeZone });
  }
  await closeReservations(tx.limits, turn.id, "free");

  const cause = outageCause(error);
  const reason = error.message.slice(0, MAX_REASON);
  const wait = { turn: turn.id, model, cause, reason, since };
  const announceAt =
    since + (needsOwner(cause) ? 0 : turn.scheduled ? ANNOUNCE_JOB_MS : ANNOUNCE_MS);
  const wasAnnounced = turn.waiting?.isAnnounced ?? false;
  const isAnnounced = wasAnnounced || now >= announceAt;
  const retryAt = retryTime({ since, now, error, random: deps.random });
  const nextAt = isAnnounced ? retryAt : Math.min(retryAt, announceAt);
  if (!turn.waiting) await publishDown(leased, wait, deps);
  await tx.modelWaits.set({ ...wait, isAnnounced });
  leased.emit({ type: "turn-waiting", turn: turn.id, model, cause, since, retryAt: nextAt });
  const isNew = isAnnounced && !wasAnnounced;
  if (isNew) await showInPlan(leased, turn, { ...deps, since });
  const told = isNew ? await announce(leased, { ...wait, isAnnounced }, deps) : undefined;
  await tx.chats.release(chat.id, nextAt);
  return { status: { type: "waiting" }, told };
}

/** Tells subscribers of the first turn that waits for a model. */
async function publishDown(
  { tx, chat: { tenant }, now }: LeasedTx,
  { model, cause, reason }: Pick<ModelWait, "model" | "cause" | "reason">,
  { newId }: TurnDeps,
): Promise<void> {
  await publish(tx, async () => {
    const waits = await tx.modelWaits.list();
    if (waits.some((one) => one.model === model)) return [];
    const data = { model, cause, reason };
    const id = `model_${newId()}`;
    return [{ type: "model.down", id, tenant, chat: null, about: null, at: now, data }];
  });
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

/** Tells the chat of a turn that its answer will come later, and the owner what to repair. */
async function announce(
  leased: LeasedTx,
  { turn, model, cause, reason, since }: ModelWait,
  deps: TurnDeps,
): Promise<Waiting["told"]> {
  const { tx, chat, now } = leased;
  const owner = needsOwner(cause) ? await ownerChat(tx, chat) : undefined;
  const isOwners = owner?.id === chat.id;
  const inChat = texts((await deps.localeOf(tx, chat)).language).turns;
  const line = isOwners
    ? inChat.modelNeedsOwner({ cause, model, reason })
    : inChat.modelDown({ cause, told: owner ? "owner" : "nobody" });
  const reply = [{ type: "notice", code: "waiting", text: line } as const];
  // A turn may wait more than once.
  const id = `waiting:${turn}:${since}`;
  leased.emit({ type: "said", id, cause: "notice", about: turn, reply });
  await savePost(tx, chat, { id, reply, at: now, ...deps });
  if (!owner || isOwners) return undefined;
  return notifyOwner(leased, { owner, turn, model, cause, reason, since }, deps);
}

/** Once per outage, however many turns wait. */
async function notifyOwner(
  { tx, now }: LeasedTx,
  {
    owner,
    turn,
    model,
    cause,
    reason,
    since,
  }: Omit<ModelWait, "isAnnounced"> & { readonly owner: Chat },
  deps: TurnDeps,
): Promise<Waiting["told"]> {
  const waits = await tx.modelWaits.list();
  const isTold = waits.some((one) => one.turn !== turn && one.model === model && one.isAnnounced);
  if (isTold) return undefined;
  const { language } = await deps.localeOf(tx, owner);
  const text = texts(language).turns.modelNeedsOwner({ cause, model, reason });
  const reply: readonly ReplyPart[] = [{ type: "notice", code: "waiting", text }];
  const id = `model-down:${model}:${since}`;
  const body = { type: "said", id, cause: "notice", about: model, reply } as const;
  const facts = await appendEvents(tx, owner.id, { bodies: [body], at: now });
  await savePost(tx, owner, { id, reply, at: now, ...deps });
  return { chat: owner, facts };
}

/** Returns the direct chat in which an owner wrote last. */
async function ownerChat({ chats }: LeasedTx["tx"], { tenant }: Chat): Promise<Chat | undefined> {
  const direct = await chats.directOf(tenant, ["owner"]);
  const [first] = direct;
  if (!first || direct.length === 1) return first;
  for (const { uid } of direct) {
    const last = await chats.lastOf({ tenant, person: toId(uid) }, { except: API_CHANNEL });
    if (last) return last;
  }
  return first;
}
