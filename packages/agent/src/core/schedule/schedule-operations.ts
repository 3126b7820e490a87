import type { Kernel } from "../../store/kernel.ts";
import { Fault } from "@reeve/sdk";
import { cancelJob, makeDue } from "../../domains/jobs.ts";
import {
  createSchedules,
  type ScheduleDraft,
  setParents,
  toScheduled,
} from "../../domains/schedules.ts";
import { isBriefing } from "../../domains/preferences.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import { toId } from "../../kernel/ids.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import type { Job } from "../../store/items/jobs.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { callerChat } from "../access-checks.ts";
import { type ScheduledJob, schedules } from "@reeve/operations/work/schedules";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import { HEARTBEAT } from "./fire-job.ts";

export interface ScheduleDeps extends Kernel {
  readonly timeZone: string;
  /** Rung when jobs have changed. */
  readonly wakeup: Pick<Wakeup, "notify">;
}

/** Jobs: the caller's, and everybody's for the owner and admins. */
export function scheduleOperations(deps: ScheduleDeps): Implementation {
  const { store, clock, newId, wakeup } = deps;
  const change = async <Result>(work: (tx: Repositories) => Promise<Result>): Promise<Result> => {
    const result = await store.commit("change-job", work);
    wakeup.notify();
    return result;
  };

  return implement(
    schedules,
    {
      async list({ all, state, ...page }, { person }) {
        if (all) refuseOthers(person.role);
        const jobs = await store.slow.jobs.list({
          tenant: person.tenant,
          ...(!all && { maker: person.id }),
          ...(state !== "all" && { states: [state] }),
          limit: MAX_JOBS,
        });
        const { items, next } = cutPage(jobs, page, ({ id }) => id);
        return { items: await Promise.all(items.map((one) => describe(one, deps))), next };
      },
      async show({ id }, caller) {
        const found = await find(store.read, id, caller);
        const runs = await store.read.jobs.runs(found.id, MAX_RUNS);
        return { ...(await describe(found, deps)), runs };
      },
      async create({ id, ...draft }, call) {
        const job = id ?? call.key;
        refuseReserved(job);
        return createJob({ ...draft, id: job }, call, deps);
      },
      depend: ({ id, on }, caller) =>
        change(async (tx) => {
          const found = await find(tx, id, caller);
          const parents = on.map((one) => toId<"job">(one));
          await setParents(tx, found, parents);
          return { job: found.id, dependsOn: on };
        }),
      cancel: ({ id }, caller) =>
        change(async (tx) => {
          const found = await find(tx, id, caller);
          const cancelled = await cancelJob(tx, found.id, clock.now());
          return { job: found.id, cancelled };
        }),
      run: ({ id }, caller) =>
        change(async (tx) => {
          const found = await find(tx, id, caller);
          if (found.state === "cancelled")
            throw new Fault("denied", `The job ${id} was cancelled.`, {
              hint: "Create a new one.",
            });
          await makeDue(tx, found, clock.now());
          return { job: found.id, runs: true };
        }),
    },
    newId,
  );
}

/** Creates a job of the caller in the chat of their call. */
export async function createJob(
  draft: ScheduleDraft,
  caller: Caller,
  { store, clock, timeZone, wakeup }: ScheduleDeps,
): Promise<ScheduledJob> {
  const chat = await chatOf(store, caller);
  const { id: person, tenant, role } = caller.person;
  const own = createSchedules(
    store,
    { tenant, person },
    { now: () => clock.now(), timeZone: async () => timeZone, chat, role },
  );
  const created = await own.create(draft);
  wakeup.notify();
  return created;
}

/** The most jobs that are listed, and the most runs that are shown of one. */
const MAX_JOBS = 1000;
const MAX_RUNS = 20;

/** Some ids name the agent's own jobs. */
function refuseReserved(id: string): void {
  if (id !== HEARTBEAT && !isBriefing({ id: toId<"job">(id) })) return;
  throw new Fault("invalid", `The id ${id} is reserved for a built-in job.`, {
    hint: "Choose another id, or omit it.",
  });
}

async function describe(one: Job, { store, clock, timeZone }: ScheduleDeps) {
  const [run] = await store.read.jobs.runs(one.id, 1);
  const chat = await store.read.chats.byId(one.chat);
  const maker = await store.read.people.byId(one.maker);
  return {
    ...toScheduled(one, run, { now: clock.now(), timeZone }),
    maker: maker?.name ?? one.maker,
    place: chat ? `${chat.channel}/${chat.externalId}` : one.chat,
    integrity: one.label.integrity,
  };
}

async function find(tx: Repositories, id: string, { person }: Caller): Promise<Job> {
  const found = await tx.jobs.byId(toId<"job">(id));
  const isOwn = found?.maker === person.id;
  if (found?.tenant === person.tenant && (isOwn || isAtLeast(person.role, "admin"))) return found;
  throw new Fault("missing", `Job not found: ${id}`, {
    hint: "List jobs: reeve schedule",
  });
}

/** Where a job of the caller may run: in their own chat, or in a group in which they have a say. */
async function chatOf(store: Store, caller: Caller): Promise<Chat> {
  const chat = await callerChat(caller, store);
  if (!chat)
    throw new Fault("missing", "This chat has no messages yet.", {
      hint: "Send a message first.",
    });
  const { id, role } = caller.person;
  const isOwn = chat.kind === "direct" && chat.uid === id;
  const isHeard = chat.kind !== "direct" && (await store.read.inbox.hasWritten(chat.id, id));
  if (isAtLeast(role, "admin") || (isAtLeast(role, "member") && (isOwn || isHeard))) return chat;
  throw new Fault(
    "denied",
    `People with the role ${role} cannot schedule jobs in ${caller.channel}/${caller.externalId}.`,
    {
      hint: "Members can schedule jobs in their own chats and in groups where they write messages.",
    },
  );
}

function refuseOthers(role: Job["role"]): void {
  if (!isAtLeast(role, "admin"))
    throw new Fault("denied", "Only the owner and admins can list other people's jobs.");
}
