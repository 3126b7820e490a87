import { isDoubted } from "../../../kernel/clock.ts";
import type { Kernel } from "../../../store/kernel.ts";
import type { Wakeup } from "../../../kernel/wakeup.ts";
import type { Log } from "../../../platform/log.ts";
import type { Announcement } from "../../../store/turns/approvals.ts";
import type { Events } from "../../events/events.ts";
import type { LocaleOf } from "../../locale.ts";
import type { WorkKind } from "../../../work/run-work.ts";
import { withRetries } from "../../../work/with-retries.ts";
import { announce, type NotifiedChat } from "./announce.ts";
import { expire } from "./expire.ts";
import type { LocalizePrompt } from "./localize-prompt.ts";

export interface ApprovalWorkDeps extends Kernel {
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

/** A clock may be set: time is looked at that often while something is open. */
const LOOK_AGAIN_MS = 60_000;

interface ApprovalItem {
  /** `expire:` or `announce:`, and the approval's id. */
  readonly id: string;
  readonly approval: Announcement;
  readonly isOver: boolean;
}

/**
 * Ends questions whose time is over, and carries questions and their ends to the other chats of those
 * who may answer.
 */
export function approvalWork(deps: ApprovalWorkDeps): WorkKind<ApprovalItem> {
  const { store, wakeup } = deps;
  const { approvals } = store.read;
  return withRetries(
    {
      name: "approval",
      wakeup,
      async list({ now, limit }) {
        if (!(await approvals.hasOpen())) return [];
        const overdue = isDoubted(deps.clock) ? [] : await approvals.overdue(now, limit);
        const unannounced = await approvals.unannounced(limit);
        return [
          ...overdue.map((one) => toItem(one, true)),
          ...unannounced.map((one) => toItem(one, false)),
        ];
      },
      async nextDue() {
        if (!(await approvals.hasOpen())) return undefined;
        const again = deps.clock.now() + LOOK_AGAIN_MS;
        if (isDoubted(deps.clock)) return again;
        const next = await approvals.nextExpiry();
        return next === undefined ? undefined : Math.min(next, again);
      },
      run: ({ approval, isOver }) =>
        isOver ? expireOne(approval, deps) : announceOne(approval, deps),
    },
    deps,
  );
}

function toItem(approval: Announcement, isOver: boolean): ApprovalItem {
  return { id: `${isOver ? "expire" : "announce"}:${approval.id}`, approval, isOver };
}

async function expireOne(approval: Announcement, deps: ApprovalWorkDeps): Promise<void> {
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

async function announceOne(approval: Announcement, deps: ApprovalWorkDeps): Promise<void> {
  const { store, events, clock, outboxWakeup } = deps;
  const told: readonly NotifiedChat[] = await store.commit("announce-approval", (tx) =>
    announce(tx, approval, { ...deps, now: clock.now() }),
  );
  for (const { chat, facts } of told) events.publish(chat, facts);
  outboxWakeup.notify();
}
