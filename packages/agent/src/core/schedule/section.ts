import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { cancelJob, makeDue } from "../../domains/jobs.ts";
import { createSchedules, setParents, toScheduled } from "../../domains/schedules.ts";
import { isBriefing } from "../../domains/preferences.ts";
import type { Bell } from "../../kernel/bell.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type NewId, toId } from "../../kernel/ids.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import { type Job, MISSED_POLICIES, PARENT_POLICIES } from "../../store/jobs.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { callerPlace } from "../caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import { HEARTBEAT } from "./fire-job.ts";

export interface ScheduleSectionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timeZone: string;
  /** Rung when jobs have changed. */
  readonly bell: Pick<Bell, "ring">;
}

const job = z.string().min(1).max(100);

/** Some ids say what a job is, so nobody chooses one of them. */
const newJob = job.refine(
  (id) => id !== HEARTBEAT && !isBriefing({ id: toId<"job">(id) }),
  "this id is one of the agent's own jobs",
);

/** What the agent does by itself: the jobs of who asks, and of everybody for the owner and admins. */
export function scheduleSection(parts: ScheduleSectionParts): ControlSection {
  const { store, clock, newId, timeZone, bell } = parts;
  const change = async <Result>(work: (tx: Repositories) => Promise<Result>): Promise<Result> => {
    const result = await store.commit("change-job", work);
    bell.ring();
    return result;
  };

  return {
    name: "schedule",
    methods: {
      list: defineMethod({
        summary: "Jobs and reminders, the next one first; of everybody with `all`.",
        params: z.object({
          all: z.boolean().default(false),
          state: z.enum(["active", "done", "cancelled", "all"]).default("active"),
          limit: z.number().int().min(1).max(1000).default(100),
        }),
        run: async ({ all, state, limit }, { person }) => {
          if (all) refuseOthers(person.role);
          const jobs = await store.slow.jobs.list({
            tenant: person.tenant,
            ...(!all && { maker: person.id }),
            ...(state !== "all" && { states: [state] }),
            limit,
          });
          return Promise.all(jobs.map((one) => describe(one, parts)));
        },
      }),
      show: defineMethod({
        summary: "One job with its newest runs.",
        params: z.object({ job }),
        run: async ({ job: id }, caller) => {
          const found = await find(store.read, id, caller);
          const runs = await store.read.jobs.runs(found.id, 20);
          return { ...(await describe(found, parts)), runs };
        },
      }),
      create: defineMethod({
        summary: "Make a job that runs in this chat: instructions, with one of at, every and cron.",
        params: z.object({
          id: newJob.optional(),
          text: z.string().trim().min(1).max(5_000),
          isReminder: z.boolean().optional(),
          at: z.string().min(1).max(100).optional(),
          every: z.string().min(1).max(50).optional(),
          cron: z.string().min(1).max(100).optional(),
          timeZone: z.string().min(1).max(100).optional(),
          dependsOn: z.array(job).max(20).optional(),
          onMissed: z.enum(MISSED_POLICIES).optional(),
          onFailure: z.enum(PARENT_POLICIES).optional(),
        }),
        run: async ({ id = newId(), ...draft }, caller) => {
          const place = await placeOf(store, caller);
          const { id: person, tenant, role } = caller.person;
          const schedules = createSchedules(
            store,
            { tenant, person },
            { now: () => clock.now(), timeZone: async () => timeZone, place, role },
          );
          const created = await schedules.create({ id, ...draft });
          bell.ring();
          return created;
        },
      }),
      depend: defineMethod({
        summary: "Say which jobs a job waits for.",
        params: z.object({ job, on: z.array(job).max(20) }),
        run: ({ job: id, on }, caller) =>
          change(async (tx) => {
            const found = await find(tx, id, caller);
            const parents = on.map((one) => toId<"job">(one));
            await setParents(tx, found, parents);
            return { job: found.id, dependsOn: on };
          }),
      }),
      cancel: defineMethod({
        summary: "Cancel a job, with what of it waits in a queue.",
        params: z.object({ job }),
        run: ({ job: id }, caller) =>
          change(async (tx) => {
            const found = await find(tx, id, caller);
            const isCancelled = await cancelJob(tx, found.id, clock.now());
            return { job: found.id, cancelled: isCancelled };
          }),
      }),
      run: defineMethod({
        summary: "Run a job now, whatever its time is.",
        params: z.object({ job }),
        run: ({ job: id }, caller) =>
          change(async (tx) => {
            const found = await find(tx, id, caller);
            if (found.state === "cancelled")
              throw new Fault("denied", `The job ${id} was cancelled.`, {
                hint: "Make a new one.",
              });
            await makeDue(tx, found, clock.now());
            return { job: found.id, runs: true };
          }),
      }),
      due: defineMethod({
        summary: "When the next job is due, and how many are due now.",
        params: z.object({}),
        run: async () => {
          const now = clock.now();
          const due = await store.slow.jobs.due(now, 1_000);
          return { next: (await store.read.jobs.nextDue()) ?? null, due: due.length };
        },
      }),
    },
  };
}

async function describe(one: Job, { store, clock, timeZone }: ScheduleSectionParts) {
  const [run] = await store.read.jobs.runs(one.id, 1);
  const place = await store.read.places.byId(one.place);
  const maker = await store.read.people.byId(one.maker);
  return {
    ...toScheduled(one, run, { now: clock.now(), timeZone }),
    maker: maker?.name ?? one.maker,
    place: place ? `${place.surface}/${place.chat}` : one.place,
    integrity: one.label.integrity,
  };
}

async function find(tx: Repositories, id: string, { person }: Caller): Promise<Job> {
  const found = await tx.jobs.byId(toId<"job">(id));
  const isOwn = found?.maker === person.id;
  if (found?.tenant === person.tenant && (isOwn || isAtLeast(person.role, "admin"))) return found;
  throw new Fault("missing", `There is no job ${id}.`, {
    hint: "List them with `reeve schedule`.",
  });
}

/** Where a job of the caller may run: in their own chat, or in a group in which they have a say. */
async function placeOf(store: Store, caller: Caller): Promise<Place> {
  const place = await callerPlace(caller, store);
  if (!place)
    throw new Fault("missing", "Nothing was said in this chat yet.", {
      hint: "Write a message first.",
    });
  const { id, role } = caller.person;
  const isOwn = place.kind === "direct" && place.uid === id;
  const isHeard = place.kind !== "direct" && (await store.read.inbox.hasWritten(place.id, id));
  if (isAtLeast(role, "admin") || (isAtLeast(role, "member") && (isOwn || isHeard))) return place;
  throw new Fault("denied", `${role} may not have jobs run in ${caller.surface}/${caller.chat}.`, {
    hint: "Members schedule in their own chats, and in groups that they write in.",
  });
}

function refuseOthers(role: Job["role"]): void {
  if (!isAtLeast(role, "admin"))
    throw new Fault("denied", "Only the owner and admins see what others have scheduled.");
}
