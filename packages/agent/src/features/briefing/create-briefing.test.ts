import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { movableClock, openAssistantHome } from "../testing/assistant-home.ts";
import { briefingJob } from "../../domains/briefing-job.ts";
import { briefingSources } from "./briefing-sources.ts";
import { createBriefing } from "./create-briefing.ts";
import { createReadLater } from "../read-later/create-read-later.ts";
import { createReminders } from "../reminders/create-reminders.ts";
import { createTasks } from "../tasks/create-tasks.ts";
import { labelItems } from "../label-items.ts";

/** Nothing is unconfirmed. */
const countUnconfirmed = async () => 0;

const signal = new AbortController().signal;

async function openBriefing() {
  const home = await openAssistantHome();
  const clock = movableClock("2026-11-23T07:00:00+01:00");
  const chat = toId<"chat">("ann-1");
  const labels = labelItems(home.anns, undefined);
  return {
    ...home,
    tasks: createTasks(home.store, home.anns, clock),
    reminders: createReminders(home.store, home.anns, { ...clock, chat, role: "owner" }),
    readLater: createReadLater(home.store, home.anns, clock),
    briefing: createBriefing(
      briefingSources({ store: home.store, owner: home.anns, labels, countUnconfirmed }),
      clock,
    ),
    clock,
  };
}

test("a day is told by what is due, what is reminded of, what the agent does and what waits to be read", async () => {
  await using open = await openBriefing();
  const { tasks, reminders, readLater, briefing, store } = open;
  await tasks.create({ id: "t1", title: "Tax form", due: "2026-11-20", priority: "high" });
  await tasks.create({ id: "t2", title: "Bread", due: "2026-11-23" });
  await tasks.create({ id: "t3", title: "Call the bank", due: "2026-11-23 15:00" });
  await tasks.create({ id: "t4", title: "Next week", due: "2026-11-30" });
  await tasks.create({ id: "t5", title: "Some day" });
  await tasks.create({ id: "t6", title: "Done already", due: "2026-11-23" });
  await tasks.update("t6", { status: "done" });
  await reminders.create({ id: "r1", text: "gym", at: "2026-11-23 18:00" });
  await reminders.create({ id: "r2", text: "tomorrow's", at: "2026-11-24 00:00" });
  await readLater.save({ id: "a", text: "On rivers" }, { signal });
  const job = briefingJob({
    tenant: "home",
    person: open.ann.id,
    role: "owner",
    chat: toId("ann-1"),
    time: "08:00",
    timeZone: "Europe/Berlin",
    now: open.clock.now(),
  });
  const { call: _call, ...agentJob } = job;
  await store.commit("change-job", async (tx) => {
    await tx.jobs.add(job);
    await tx.jobs.add({ ...agentJob, id: toId("j1"), kind: "agent", text: "Water the plants" });
  });

  expect(await briefing.get({})).toEqual({
    date: "2026-11-23",
    sections: [
      {
        title: "To do",
        lines: [
          "Tax form (overdue since Fri 2026-11-20, urgent)",
          "Bread",
          "Call the bank (due by 15:00)",
        ],
      },
      { title: "Reminders", lines: ["18:00 gym"] },
      { title: "Scheduled jobs", lines: ["08:00 Water the plants"] },
      { title: "Reading list", lines: ["On rivers"] },
    ],
    text: [
      "Monday, 2026-11-23",
      "To do\n- Tax form (overdue since Fri 2026-11-20, urgent)\n- Bread\n- Call the bank (due by 15:00)",
      "Reminders\n- 18:00 gym",
      "Scheduled jobs\n- 08:00 Water the plants",
      "Reading list\n- On rivers",
    ].join("\n\n"),
  });
});

test("a day with nothing in it says so", async () => {
  await using open = await openBriefing();
  expect(await open.briefing.get({ date: "2026-11-24" })).toEqual({
    date: "2026-11-24",
    sections: [],
    text: "Tuesday, 2026-11-24: nothing planned.",
  });
});

test("the day on which clocks go back has its last hour, too", async () => {
  await using open = await openBriefing();
  open.clock.set("2026-10-24T12:00:00+02:00");
  await open.reminders.create({ id: "r1", text: "late", at: "2026-10-25 23:30" });
  await open.reminders.create({ id: "r2", text: "next day", at: "2026-10-26 00:00" });
  const { sections } = await open.briefing.get({ date: "2026-10-25" });
  expect(sections).toEqual([{ title: "Reminders", lines: ["23:30 late"] }]);
});

test("another person's day is empty", async () => {
  await using open = await openBriefing();
  await open.tasks.create({ id: "t1", title: "Bread", due: "2026-11-23" });
  const labels = labelItems(open.bobs, undefined);
  const sources = briefingSources({
    store: open.store,
    owner: open.bobs,
    labels,
    countUnconfirmed,
  });
  expect((await createBriefing(sources, open.clock).get({})).sections).toEqual([]);
});

test("words that name no day are refused", async () => {
  await using open = await openBriefing();
  await expect(open.briefing.get({ date: "when pigs fly" })).rejects.toMatchObject({
    code: "invalid",
    message: 'Cannot read "when pigs fly" as a date.',
  });
});
