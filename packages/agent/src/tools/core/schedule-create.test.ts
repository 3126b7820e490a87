import type { ScheduledJob } from "@reeve/operations/work/schedules";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { telegramCreateScheduledTask } from "../telegram/create-scheduled-task.ts";
import { callContext } from "../testing/contexts.ts";
import { scheduleCancel } from "./schedule-cancel.ts";
import { scheduleCreate } from "./schedule-create.ts";
import { scheduleList } from "./schedule-list.ts";
import type { ScheduleDraft, Schedules } from "../../domains/schedules.ts";

/** Jobs in memory; the drafts that came are kept. */
function fakeSchedules() {
  const drafts: ScheduleDraft[] = [];
  const jobs = new Map<string, ScheduledJob>();
  const schedules: Schedules = {
    async create(draft) {
      const made = jobs.get(draft.id);
      if (made) return made;
      const { id, text } = draft;
      const job = {
        id,
        text,
        kind: "agent",
        when: "soon",
        status: "active",
        dependsOn: [],
      } as const;
      drafts.push(draft);
      jobs.set(id, job);
      return job;
    },
    async list({ status, limit }) {
      const wanted = [...jobs.values()].filter((job) => status === "all" || job.status === status);
      return wanted.slice(0, limit);
    },
    async cancel(id) {
      const job = jobs.get(id);
      if (!job) throw new Fault("missing", `Job not found: ${id}`);
      const cancelled = { ...job, status: "cancelled" } as const;
      jobs.set(id, cancelled);
      return cancelled;
    },
  };
  return { schedules, drafts };
}

test("makes a job once a call, lists it and cancels it", async () => {
  const { schedules, drafts } = fakeSchedules();
  const context = { ...callContext("call-1"), schedules };
  const args = scheduleCreate.params.parse({
    instructions: "look at the server",
    cron: "0 9 * * 1",
    timezone: "Paris",
  });
  const first = await scheduleCreate.run(args, context);
  const again = await scheduleCreate.run(args, context);

  expect(again).toEqual(first);
  expect(drafts).toEqual([
    {
      id: "job-5d7963c4f471",
      text: "look at the server",
      cron: "0 9 * * 1",
      timeZone: "Paris",
      onMissed: "run-once",
    },
  ]);
  expect(await scheduleList.run({ status: "active" }, context)).toEqual([first]);
  await scheduleCancel.run({ id: "job-5d7963c4f471" }, context);
  expect(await scheduleList.run({ status: "active" }, context)).toEqual([]);
});

test.each([
  [undefined, { text: "water the plants", isReminder: true }],
  ['{"type":"reminder","text":"plants!"}', { text: "plants!", isReminder: true }],
  [
    '{"type":"tool_call","tool":"price_look","params":{"of":"TON"}}',
    { text: "water the plants", tool: { name: "price_look", params: { of: "TON" } } },
  ],
  ['{"type":"agent_task","instructions":"look after them"}', { text: "look after them" }],
])("a task of Telegram's is what its payload says: %s", async (payload, what) => {
  const { schedules, drafts } = fakeSchedules();
  const context = { ...callContext("call-1"), schedules };
  const draft = { description: "water the plants", scheduleDate: "1790000000", payload };

  await telegramCreateScheduledTask.run(draft, context);

  expect(drafts).toEqual([{ id: "job-5d7963c4f471", at: "2026-09-21T14:13:20.000Z", ...what }]);
});

test("a payload that is not understood is told how to be written", async () => {
  const { schedules } = fakeSchedules();
  const context = { ...callContext(), schedules };
  const draft = { description: "plants", scheduleDate: "1790000000", payload: '{"type":"dance"}' };

  await expect(telegramCreateScheduledTask.run(draft, context)).rejects.toMatchObject({
    code: "invalid",
  });
});
