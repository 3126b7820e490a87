import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { CallLabels, Label } from "../../kernel/label.ts";
import { movableClock, openAssistantHome } from "../testing/assistant-home.ts";
import { createReminders } from "./create-reminders.ts";
import type { ReminderDraft } from "./reminders.ts";

const noon = "2026-11-21T12:00:00+01:00";

async function openReminders(at = noon) {
  const home = await openAssistantHome();
  const clock = movableClock(at);
  const remindersOf = (owner: typeof home.anns, labels?: CallLabels) =>
    createReminders(home.store, owner, {
      ...clock,
      labels,
      chat: toId<"chat">(`${owner.person}-1`),
      role: owner.person === "ann" ? "owner" : "member",
    });
  return {
    ...home,
    clock,
    remindersOf,
    reminders: remindersOf(home.anns),
    jobOf: (id: string) => home.store.read.jobs.byId(toId<"job">(id)),
  };
}

const moment = (iso: string, text: string) => ({ at: Date.parse(iso), isDateOnly: false, text });

test("a reminder is a job that is said once in its chat, as who made it", async () => {
  await using open = await openReminders();
  const draft = { id: "r1", text: "call mum", at: "2026-11-22 19:00" };
  const next = moment("2026-11-22T19:00:00+01:00", "Sun 2026-11-22 19:00");
  expect(await open.reminders.create(draft)).toEqual({ id: "r1", text: "call mum", next });
  expect(await open.jobOf("r1")).toEqual({
    id: "r1",
    tenant: "home",
    maker: "ann",
    chat: "ann-1",
    kind: "reminder",
    text: "call mum",
    schedule: { type: "at", at: next.at },
    onMissed: "run-once",
    onParentFailure: "skip",
    parents: [],
    label: { integrity: "owner", audience: "all" },
    role: "owner",
    state: "active",
    nextAt: next.at,
    lastAt: null,
    createdAt: Date.parse(noon),
  });
});

test("creating a reminder again returns the one that is there", async () => {
  await using open = await openReminders();
  const first = await open.reminders.create({ id: "r1", text: "a", at: "2026-11-22 19:00" });
  const again = await open.reminders.create({ id: "r1", text: "b", at: "2026-11-23 19:00" });
  expect(again).toEqual(first);
  const history = await open.store.read.memoryChanges.list(open.anns, 9);
  expect(history.map(({ kind, ref }) => [kind, ref])).toEqual([["reminder-created", "r1"]]);
});

test("a daily reminder keeps its hour when clocks change", async () => {
  await using open = await openReminders("2026-03-28T12:00:00+01:00");
  const draft = { id: "r1", text: "pills", at: "2026-03-28 13:00", recurrence: "FREQ=DAILY" };
  expect(await open.reminders.create(draft)).toEqual({
    id: "r1",
    text: "pills",
    next: moment("2026-03-28T13:00:00+01:00", "Sat 2026-03-28 13:00"),
    recurrence: "FREQ=DAILY",
    repeats: "every day",
  });
  open.clock.set("2026-03-28T14:00:00+01:00");
  const { next } = await open.reminders.create({ ...draft, id: "r2" });
  expect(next).toEqual(moment("2026-03-29T13:00:00+02:00", "Sun 2026-03-29 13:00"));
});

test("a weekly reminder comes first on its day, whatever day its hour was named on", async () => {
  await using open = await openReminders();
  const { next } = await open.reminders.create({
    id: "r1",
    text: "bins",
    at: "2026-11-22 18:00",
    recurrence: "FREQ=WEEKLY;BYDAY=TH",
  });
  expect(next).toEqual(moment("2026-11-26T18:00:00+01:00", "Thu 2026-11-26 18:00"));
});

test.each([
  ["FREQ=DAILY", moment("2026-11-22T09:00:00+01:00", "Sun 2026-11-22 09:00")],
  ["every Thursday at 8", moment("2026-11-26T08:00:00+01:00", "Thu 2026-11-26 08:00")],
  ["jeden Montag um 8", moment("2026-11-23T08:00:00+01:00", "Mon 2026-11-23 08:00")],
  ["FREQ=HOURLY", moment("2026-11-21T13:00:00+01:00", "Sat 2026-11-21 13:00")],
])("%s alone says when a reminder comes first", async (recurrence, next) => {
  await using open = await openReminders();
  const made = await open.reminders.create({ id: "r1", text: "bins", recurrence });
  expect(made.next).toEqual(next);
});

test("a reminder waits for a message by its words, without fillers", async () => {
  await using open = await openReminders();
  const when = { person: "@anna", about: "the flat in Porto" };
  expect(await open.reminders.create({ id: "r1", text: "ask for the keys", when })).toEqual({
    id: "r1",
    text: "ask for the keys",
    when: { person: "anna", about: "flat Porto" },
  });
  const job = await open.jobOf("r1");
  expect([job?.kind, job?.nextAt, job?.schedule]).toEqual([
    "watch",
    null,
    {
      type: "watch",
      person: "anna",
      words: ["flat", "Porto"],
      cooldownMs: 6 * 3_600_000,
      until: Date.parse(noon) + 90 * 86_400_000,
    },
  ]);
});

const refused: readonly (readonly [string, Omit<ReminderDraft, "id" | "text">, string])[] = [
  ["nothing to wait for", {}, "A reminder needs a time, a recurrence, or a message to wait for."],
  [
    "a moment that is over",
    { at: "2026-11-20 09:00" },
    '"2026-11-20 09:00" is in the past: it is Sat 2026-11-21 12:00 (Europe/Berlin).',
  ],
  ["words that name no moment", { at: "when pigs fly" }, 'Cannot read "when pigs fly" as a date.'],
  [
    "words that name no recurrence",
    { recurrence: "now and then" },
    'Cannot read "now and then" as a recurrence.',
  ],
  [
    "a moment and a message",
    { at: "2026-11-22 09:00", when: { about: "flat" } },
    "A reminder can wait for a time or for a message, not for both.",
  ],
  [
    "fillers only",
    { when: { about: "the, of" } },
    '"the, of" contains no words that can identify a message.',
  ],
];

test.each(refused)("%s is refused", async (_what, draft, message) => {
  await using open = await openReminders();
  await expect(open.reminders.create({ id: "r1", text: "a", ...draft })).rejects.toMatchObject({
    code: "invalid",
    message,
  });
  expect(await open.jobOf("r1")).toBe(undefined);
});

test("pending reminders are listed by when they come, conditions last", async () => {
  await using open = await openReminders();
  const { reminders } = open;
  await reminders.create({ id: "late", text: "late", at: "2026-11-25 09:00" });
  await reminders.create({ id: "watch", text: "watch", when: { about: "flat" } });
  await reminders.create({ id: "soon", text: "soon", at: "2026-11-22 09:00" });
  await reminders.create({ id: "gone", text: "gone", at: "2026-11-22 08:00" });
  await reminders.cancel("gone");
  const ids = async (limit: number) => (await reminders.list({ limit })).map(({ id }) => id);
  expect(await ids(9)).toEqual(["soon", "late", "watch"]);
  expect(await ids(1)).toEqual(["soon"]);
});

test("a reminder is cancelled for good, and cancelling it again changes nothing", async () => {
  await using open = await openReminders();
  await open.reminders.create({ id: "r1", text: "call mum", at: "2026-11-22 19:00" });
  const cancelled = { id: "r1", text: "call mum" };
  expect(await open.reminders.cancel("r1")).toEqual(cancelled);
  expect(await open.reminders.cancel("r1")).toEqual(cancelled);
  await expect(
    open.reminders.snooze("r1", { until: "2026-11-23 19:00", key: "c" }),
  ).rejects.toMatchObject({ code: "conflict" });
  const history = await open.store.read.memoryChanges.list(open.anns, 9);
  expect(history.map(({ kind }) => kind)).toEqual(["reminder-changed", "reminder-created"]);
});

test("a snoozed reminder comes later, once for each call, and so does one that rang", async () => {
  await using open = await openReminders();
  const { reminders } = open;
  await reminders.create({ id: "r1", text: "gym", at: "2026-11-21 18:00" });
  const evening = moment("2026-11-21T20:00:00+01:00", "Sat 2026-11-21 20:00");
  const snoozed = { id: "r1", text: "gym", next: evening };
  const until = { until: "2026-11-21 20:00", key: "call-1" };
  expect(await reminders.snooze("r1", until)).toEqual(snoozed);
  open.clock.set("2026-11-21T20:00:01+01:00");
  const id = toId<"job">("r1");
  await open.store.commit("fire-jobs", (tx) =>
    tx.jobs.move(id, evening.at, { nextAt: null, state: "done", lastAt: evening.at }),
  );
  expect(await reminders.snooze("r1", until)).toEqual({ id: "r1", text: "gym" });

  const night = { until: "2026-11-21 22:00", key: "call-2" };
  const next = moment("2026-11-21T22:00:00+01:00", "Sat 2026-11-21 22:00");
  expect(await reminders.snooze("r1", night)).toEqual({ id: "r1", text: "gym", next });
  expect((await open.jobOf("r1"))?.state).toBe("active");
});

test("snoozing a repeating reminder moves its next time alone", async () => {
  await using open = await openReminders();
  const { reminders } = open;
  const draft = { id: "r1", text: "pills", at: "2026-11-22 08:00", recurrence: "FREQ=DAILY" };
  await reminders.create(draft);
  const before = await open.jobOf("r1");
  await reminders.snooze("r1", { until: "2026-11-22 10:00", key: "c" });
  const next = Date.parse("2026-11-22T10:00:00+01:00");
  expect(await open.jobOf("r1")).toEqual({ ...before, nextAt: next });
});

test("another person's reminders, and jobs that are none, do not exist", async () => {
  await using open = await openReminders();
  await open.reminders.create({ id: "r1", text: "secret", at: "2026-11-22 19:00" });
  const bobs = open.remindersOf(open.bobs);
  const missing = { code: "missing", message: "Reminder not found: r1" };
  await expect(bobs.cancel("r1")).rejects.toMatchObject(missing);
  await expect(bobs.snooze("r1", { until: "2026-11-23 19:00", key: "c" })).rejects.toMatchObject(
    missing,
  );
  expect(await bobs.list({ limit: 9 })).toEqual([]);

  const job = await open.jobOf("r1");
  if (!job) throw new Error("the reminder is not there");
  await open.store.commit("change-job", (tx) =>
    tx.jobs.add({ ...job, id: toId("j1"), kind: "agent" }),
  );
  await expect(open.reminders.cancel("j1")).rejects.toMatchObject({ code: "missing" });
});

test("a reminder that others' words led to keeps their label", async () => {
  await using open = await openReminders();
  const web: Label = {
    integrity: "web",
    audience: "all",
    sources: [{ kind: "other", where: "web page example.com", integrity: "web" }],
  };
  const marked: Label[] = [];
  const labels = { taint: web, mark: (label: Label) => void marked.push(label) };
  const reminders = open.remindersOf(open.anns, labels);
  await reminders.create({ id: "r1", text: "buy", at: "2026-11-22 19:00" });
  expect((await open.jobOf("r1"))?.label).toEqual(web);
  marked.length = 0;
  await reminders.list({ limit: 9 });
  expect(marked).toEqual([web, { integrity: "owner", audience: "person:ann" }]);
});
