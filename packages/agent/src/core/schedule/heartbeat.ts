import { firstInstant } from "../../domains/schedule.ts";
import { toId } from "../../kernel/ids.ts";
import { audienceOf } from "../../kernel/label.ts";
import { toInstant, toLocalTime } from "when-in-words/local-time";
import type { Job } from "../../store/items/jobs.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { HEARTBEAT } from "./fire-job.ts";
import type { Heartbeat, ScheduleDeps } from "./deps.ts";

/**
 * Makes the heartbeat a job of the owner in the chat that they wrote in last, or ends it where the
 * config wants none. Until the owner has a chat there is nobody to tell, and no job.
 */
export async function syncHeartbeat({ store, clock, heartbeat }: ScheduleDeps): Promise<void> {
  const id = toId<"job">(HEARTBEAT);
  const known = await store.read.jobs.byId(id);
  if (!heartbeat) {
    if (known?.state === "active") await store.commit("change-job", (tx) => tx.jobs.cancel(id));
    return;
  }
  const now = clock.now();
  const chat = await newestChat(store.read, heartbeat);
  if (!chat) return;
  const schedule = {
    type: "every",
    everyMs: heartbeat.everyMs,
    from: now + heartbeat.everyMs,
  } as const;
  const nextAt = firstInstant(schedule, now) ?? null;
  if (known?.state === "active" && isSameDistance(known, heartbeat)) {
    if (known.chat !== chat.id)
      await store.commit("change-job", (tx) => tx.jobs.change(id, { chat: chat.id }));
    return;
  }
  await store.commit("change-job", async (tx) => {
    const changed = { chat: chat.id, schedule, nextAt, state: "active" } as const;
    if (await tx.jobs.change(id, changed)) return;
    await tx.jobs.add({
      ...changed,
      id,
      tenant: heartbeat.tenant,
      maker: heartbeat.owner,
      kind: "agent",
      text: "HEARTBEAT.md",
      onMissed: "skip",
      onParentFailure: "continue",
      parents: [],
      label: { integrity: "owner", audience: audienceOf({ ...chat, chat: chat.id }) },
      role: "owner",
      lastAt: null,
      createdAt: now,
    });
  });
}

function isSameDistance({ schedule }: Job, { everyMs }: Heartbeat): boolean {
  return schedule.type === "every" && schedule.everyMs === everyMs;
}

async function newestChat(
  read: Repositories,
  { tenant, owner }: Heartbeat,
): Promise<Chat | undefined> {
  const chats = await read.chats.directOf(tenant, ["owner"]);
  const own = chats.filter(({ uid }) => uid === owner);
  const times = await Promise.all(own.map(async ({ id }) => (await read.messages.lastAt(id)) ?? 0));
  const newest = Math.max(...times);
  return own[times.indexOf(newest)];
}

/** Returns the text of a heartbeat run, or why it has none; `other` for all other jobs. */
export async function textOfHeartbeat(
  job: Job,
  { store, clock, heartbeat, timeZone }: ScheduleDeps,
): Promise<
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "skip"; readonly reason: string }
  | { readonly type: "other" }
> {
  if (job.id !== HEARTBEAT) return { type: "other" };
  if (!heartbeat) return { type: "skip", reason: "the heartbeat is off" };
  const { nanoPerDay } = heartbeat;
  if (nanoPerDay !== undefined) {
    const spent = await store.read.jobs.costSince(job.id, midnight(clock.now(), timeZone));
    if (spent >= nanoPerDay)
      return { type: "skip", reason: "the heartbeat's daily budget is used up" };
  }
  const text = (await heartbeat.read())?.trim() ?? "";
  if (text === "") return { type: "skip", reason: "HEARTBEAT.md is empty or missing" };
  return {
    type: "text",
    text: `${text}\n\nCheck what is described above. If nothing needs attention, answer only HEARTBEAT_OK.`,
  };
}

function midnight(now: number, timeZone: string): number {
  return toInstant(Date.parse(`${toLocalTime(now, timeZone).date}T00:00:00Z`), timeZone);
}
