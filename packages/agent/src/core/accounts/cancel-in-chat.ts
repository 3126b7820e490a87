import { applyPlanAnswer } from "../../domains/change-plan.ts";
import { savePlan } from "../../domains/plans.ts";
import { isBriefing } from "../../domains/preferences.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { expire } from "../approvals/questions/expire.ts";
import type { LocaleOf } from "../locale.ts";
import { revokeGrants } from "./revoke-grants.ts";
import { resetSession } from "../turns/sessions/reset-session.ts";
import { stopIn } from "../turns/stop.ts";

export interface CancelInChatOptions {
  /** Person whose chat it was. */
  readonly person: Principal;
  readonly newId: NewId;
  readonly now: number;
  readonly localeOf: LocaleOf;
}

/** More than anybody has under way in one chat. */
const MAX_ITEMS = 10_000;

const WHY = "its chat belongs to someone else now";

/**
 * Ends what a person has under way in a direct chat that is somebody else's from here on, in the
 * caller's transaction: messages and turns, the session, questions, plans, jobs, hooks, what was allowed
 * for good, and what has not left yet. Nothing is said there. Publish the facts once the commit is done.
 */
export async function cancelInChat(
  tx: Repositories,
  chat: Chat,
  { person, ...deps }: CancelInChatOptions,
): Promise<readonly ChatEvent[]> {
  const { name: by, tenant, id } = person;
  const { now } = deps;
  const telling = { ...deps, isPush: () => false };
  const { facts } = await stopIn(tx, chat, { ...telling, by });
  // Private texts of the owner open a session, and the next turn would read them.
  await resetSession({ tx, chat, now }, deps);
  const ended = [...facts];
  for (const question of await tx.approvals.pendingIn(chat.id))
    ended.push(...((await expire(tx, question, telling)) ?? []));
  for (const plan of await tx.plans.open(chat.id))
    if (plan.requester === id)
      await savePlan(tx, { ...applyPlanAnswer(plan, "abort"), updatedAt: now });
  await cancelJobs(tx, chat, { tenant, person: id });
  await turnOffWebhooks(tx, chat);
  await revokeGrants(tx, { chat: chat.id, now });
  await tx.outbox.abandon(chat.id, WHY);
  await tx.channelState.removeOf(chat);
  return ended;
}

/** Whoever made them: what a program sends is told to the chat's person. */
async function turnOffWebhooks(
  { incomingWebhooks: hooks }: Repositories,
  { tenant, id }: Chat,
): Promise<void> {
  for (const hook of await hooks.list(tenant))
    if (hook.chat === id && hook.state === "on") await hooks.change({ ...hook, state: "off" });
}

async function cancelJobs(
  tx: Repositories,
  { id: chat }: Chat,
  key: Pick<Principal, "tenant"> & { readonly person: Principal["id"] },
): Promise<void> {
  const { tenant, person: maker } = key;
  const jobs = await tx.jobs.list({ tenant, maker, chat, states: ["active"], limit: MAX_ITEMS });
  for (const { id } of jobs)
    await tx.jobs.change(id, { state: "cancelled", nextAt: null, why: WHY });
  const preferences = await tx.preferences.of(key);
  const wasBriefed = jobs.some(isBriefing);
  if (preferences.chat !== chat && !wasBriefed) return;
  await tx.preferences.put(key, {
    ...preferences,
    ...(preferences.chat === chat && { chat: undefined }),
    ...(wasBriefed && { briefing: undefined }),
  });
}
