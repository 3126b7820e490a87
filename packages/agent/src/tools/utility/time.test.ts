import { expect, test } from "vitest";
import { callContext, fixedClock } from "../testing/contexts.ts";
import { utilityTime } from "./time.ts";

const context = { ...callContext(), clock: fixedClock("2026-11-21T22:15:00Z") };
const berlin = {
  date: "2026-11-21",
  time: "23:15",
  weekday: "Saturday",
  utcOffset: "+01:00",
  timezone: "Europe/Berlin",
};

test("says the owner's time without parameters", async () => {
  expect(await utilityTime.run({}, context)).toEqual(berlin);
});

test.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["tokyo", "Asia/Tokyo"],
  ["asia/TOKYO", "Asia/Tokyo"],
  ["Japan", "Asia/Tokyo"],
  ["UTC+9", "+09:00"],
])("says the time in %s", async (timezone, zone) => {
  expect(await utilityTime.run({ timezone }, context)).toEqual({
    date: "2026-11-22",
    time: "07:15",
    weekday: "Sunday",
    utcOffset: "+09:00",
    timezone: zone,
  });
});

test("converts a time of today into another zone", async () => {
  expect(
    await utilityTime.run({ timezone: "New York", at: "9:30", to: "London" }, context),
  ).toEqual({
    date: "2026-11-21",
    time: "14:30",
    weekday: "Saturday",
    utcOffset: "+00:00",
    timezone: "Europe/London",
    from: {
      date: "2026-11-21",
      time: "09:30",
      weekday: "Saturday",
      utcOffset: "-05:00",
      timezone: "America/New_York",
    },
  });
});

test("uses the offsets of the day that is asked about", async () => {
  const converted = await utilityTime.run(
    { timezone: "New York", at: "2026-03-20T09:30", to: "Berlin" },
    context,
  );
  expect(converted).toMatchObject({ time: "14:30", utcOffset: "+01:00" });
});

test("takes a time with an offset as the moment it names", async () => {
  const converted = await utilityTime.run({ at: "2026-07-01T12:00:00Z", to: "Berlin" }, context);
  expect(converted).toMatchObject({ time: "14:00", utcOffset: "+02:00" });
});

test.each(["25:00", "3pm", "2026-02-30T10:00", "tomorrow"])("refuses the time %s", async (at) => {
  await expect(utilityTime.run({ at }, context)).rejects.toMatchObject({
    code: "invalid",
    message: `"${at}" is not a valid time.`,
  });
});

test("refuses a place it does not know", async () => {
  await expect(utilityTime.run({ timezone: "Atlantis" }, context)).rejects.toMatchObject({
    code: "invalid",
    message: '"Atlantis" is not a known time zone.',
  });
});
