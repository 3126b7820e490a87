import { expect, test } from "vitest";
import { parseRecurrence } from "../index.ts";
import { describeRule } from "./describe-rule.ts";

const VIEW = { now: Date.parse("2026-03-04T10:00+01:00"), timeZone: "Europe/Berlin" };

test.each([
  ["FREQ=DAILY", "every day"],
  ["FREQ=WEEKLY;BYDAY=MO,TH", "every Monday and Thursday"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every 2 weeks on Monday"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "every month on the 1st and last"],
  [
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    /^every month on the last of Monday, .*Friday$/,
  ],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=22", "every year on the 22nd in February"],
  ["FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30", "every day at 08:30 and 20:30"],
  ["FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on the 13th, if it is a Friday"],
  ["FREQ=HOURLY;INTERVAL=3;COUNT=10", "every 3 hours, 10 times"],
  ["FREQ=DAILY;UNTIL=20261224T170000Z", "every day, until 2026-12-24"],
])("%s is described as %s", (rule, words) => {
  if (typeof words === "string") expect(describeRule(rule)).toBe(words);
  else expect(describeRule(rule)).toMatch(words);
});

test.each([
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO",
  "FREQ=WEEKLY;BYDAY=MO,TH",
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=WEEKLY",
  "FREQ=YEARLY",
])("the description of %s is read as the same rule", (rule) => {
  expect(parseRecurrence(describeRule(rule), VIEW)?.rule).toBe(rule);
});
