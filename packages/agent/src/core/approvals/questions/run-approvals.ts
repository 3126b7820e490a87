import type { Kernel } from "../../../store/kernel.ts";
import type { Wakeup } from "../../../kernel/wakeup.ts";
import type { Log } from "../../../platform/log.ts";
import type { Announcement } from "../../../store/turns/approvals.ts";
import type { Events } from "../../events/events.ts";
import type { LocaleOf } from "../../locale.ts";
import { announce, type NotifiedChat } from "./announce.ts";
import { expire } from "./expire.ts";
import type { LocalizePrompt } from "./localize-prompt.ts";

export interface RunApprovalsDeps extends Kernel {
  readonly events: Events;
  readonly log: Log;
  /** Rings when a question may have been asked or answered. */
  readonly wakeup: Wakeup;
  /** Rung when something waits in the outbox. */
  readonly outboxWakeup: Pick<Wakeup, "notify">;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  /** Renders the question in a language; without it, the question is shown as written. */
  readonly questionIn?: LocalizePrompt | undefined;
}

const BATCH = 64;
const RETRY_MS = 1000;
/** A clock may be set: time is looked at that often while something is open. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Ends questions whose time is over, and carries questions and their ends to the other chats
 * of those who may answer, until `signal` aborts. Begins with what an earlier process left.
 */
export async function runApprovals(deps: RunApprovalsDeps, signal: AbortSignal): Promise<void> {
  const { wakeup, log } = deps;
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);
  while (!signal.aborted) {
    const restMs = await takeStep(deps).catch((error: unknown) => {
      log.error("approval loop failed", { error });
      return RETRY_MS;
    });
    if (restMs !== 0 && !signal.aborted) await wakeup.wait(restMs);
  }
  signal.removeEventListener("abort", onAbort);
}

/** Zero when there may be more to do; otherwise how long to rest, undefined for until the wakeup. */
async function takeStep(deps: RunApprovalsDeps): Promise<number | undefined> {
  const { store, clock } = deps;
  if (!(await store.read.approvals.hasOpen())) return undefined;
  const overdue = await store.read.approvals.overdue(clock.now(), BATCH);
  for (const approval of overdue) await expireOne(approval, deps);
  const unannounced = await store.read.approvals.unannounced(BATCH);
  for (const approval of unannounced) await announceOne(approval, deps);
  if (overdue.length + unannounced.length > 0) return 0;
  const next = await store.read.approvals.nextExpiry();
  if (next === undefined) return undefined;
  return Math.min(Math.max(next - clock.now(), 1), LOOK_AGAIN_MS);
}

async function expireOne(approval: Announcement, deps: RunApprovalsDeps): Promise<void> {
  const { store, events, clock, log, outboxWakeup } = deps;
  const now = clock.now();
  const facts = await store.commit("expire-approval", (tx) =>
    expire(tx, approval, { ...deps, now }),
  );
  const chat = facts && (await store.read.chats.byId(approval.chat));
  if (!chat) return;
  log.info("approval expired", { approval: approval.id, trace: approval.trace });
  events.publish(chat, facts);
  outboxWakeup.notify();
}

async function announceOne(approval: Announcement, deps: RunApprovalsDeps): Promise<void> {
  const { store, events, clock, outboxWakeup } = deps;
  const told: readonly NotifiedChat[] = await store.commit("announce-approval", (tx) =>
    announce(tx, approval, { ...deps, now: clock.now() }),
  );
  for (const { chat, facts } of told) events.publish(chat, facts);
  outboxWakeup.notify();
}
