import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { movableClock, openAssistantHome } from "../testing/assistant-home.ts";
import { briefingJobId } from "../../domains/briefing-job.ts";
import { type PreferenceChange, setPreferences } from "./set-preferences.ts";

const here = toId<"chat">("ann-1");

async function openPreferences() {
  const home = await openAssistantHome();
  const clock = movableClock("2026-11-21T12:00:00+01:00");
  return {
    ...home,
    clock,
    set: (change: PreferenceChange) =>
      setPreferences(home.ann, change, {
        store: home.store,
        now: clock.now,
        timeZone: "Europe/Berlin",
        here,
      }),
    job: async () => {
      const job = await home.store.read.jobs.byId(briefingJobId(home.ann.id));
      return job && { state: job.state, schedule: job.schedule, nextAt: job.nextAt };
    },
  };
}

const everyMorning = (cron: string, timeZone: string) => ({ type: "cron", cron, timeZone });

test("what is named changes, what is left out stays, and null takes it back", async () => {
  await using open = await openPreferences();
  const quiet = { from: "22:00", to: "07:30" };
  expect(await open.set({ quiet: "22-7:30", timeZone: "lisbon" })).toEqual({
    quiet,
    timeZone: "Europe/Lisbon",
  });
  expect(await open.set({ chat: here })).toEqual({
    quiet,
    timeZone: "Europe/Lisbon",
    chat: here,
  });
  expect(await open.set({ quiet: null, timeZone: null, language: "pt-BR" })).toEqual({
    chat: here,
    language: "pt-BR",
  });
  expect(await open.set({ language: null })).toEqual({ chat: here });
});

test.each([
  [{ quiet: "at night" }, 'Cannot read "at night" as quiet hours.'],
  [{ quiet: "22:00-25:00" }, 'Cannot read "25:00" as a time of day.'],
  [{ timeZone: "Middle Earth" }, '"Middle Earth" is not a known time zone.'],
  [{ briefing: "eight" }, 'Cannot read "eight" as a time of day.'],
  [{ language: "Klingon" }, 'Built-in messages are not available in "Klingon".'],
])("%o is refused, and nothing changes", async (change, message) => {
  await using open = await openPreferences();
  await expect(open.set(change)).rejects.toMatchObject({ code: "invalid", message });
  expect(await open.store.read.preferences.of(open.anns)).toEqual({});
});

test("a briefing is a job of every morning, which moves with time and zone, and ends", async () => {
  await using open = await openPreferences();
  await open.set({ briefing: "08:00" });
  expect(await open.job()).toEqual({
    state: "active",
    schedule: everyMorning("0 8 * * *", "Europe/Berlin"),
    nextAt: Date.parse("2026-11-22T08:00:00+01:00"),
  });
  await open.set({ briefing: "7:05", timeZone: "Europe/Lisbon" });
  expect(await open.job()).toEqual({
    state: "active",
    schedule: everyMorning("5 7 * * *", "Europe/Lisbon"),
    nextAt: Date.parse("2026-11-22T07:05:00+00:00"),
  });
  await open.set({ briefing: null });
  expect((await open.job())?.state).toBe("cancelled");
  await open.set({ briefing: "09:00" });
  expect((await open.job())?.state).toBe("active");
});

test("a briefing needs a chat to come to", async () => {
  await using open = await openPreferences();
  const { store, ann, clock } = open;
  const deps = { store, now: clock.now, timeZone: "UTC", here: undefined };
  await expect(setPreferences(ann, { briefing: "08:00" }, deps)).rejects.toMatchObject({
    code: "invalid",
    message: "There is no chat to send the briefing to.",
  });
  await setPreferences(ann, { briefing: "08:00", chat: here }, deps);
  expect((await open.job())?.state).toBe("active");
});
