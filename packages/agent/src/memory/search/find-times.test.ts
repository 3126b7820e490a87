import { expect, test } from "vitest";
import { findTimes } from "./find-times.ts";

/** A Sunday, at two in the morning in Berlin and still Saturday in New York. */
const now = Date.parse("2026-11-22T01:00:00Z");

function day(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Returns the spans as first and last day. */
function daysIn(text: string, timeZone = "UTC"): readonly string[] {
  return findTimes(text, { now, timeZone }).map(
    ({ from, until }) => `${day(from)}…${day(until - 1)}`,
  );
}

test.each([
  ["What did we decide yesterday?", "2026-11-21…2026-11-21"],
  ["the photos from 3 days ago", "2026-11-19…2026-11-19"],
  ["who called last week", "2026-11-09…2026-11-15"],
  ["what is planned this week", "2026-11-16…2026-11-22"],
  ["expenses of last month", "2026-10-01…2026-10-31"],
  ["what did Ann say on Friday", "2026-11-20…2026-11-20"],
  ["what happened on Sunday", "2026-11-15…2026-11-15"],
  ["where were we in May", "2026-05-01…2026-05-31"],
  ["where were we in December", "2025-12-01…2025-12-31"],
  ["on 3 June, 2023 she left", "2023-06-03…2023-06-03"],
  ["the party of October 13, 2023", "2023-10-13…2023-10-13"],
  ["the 2nd of March", "2026-03-02…2026-03-02"],
  ["July 2022", "2022-07-01…2022-07-31"],
  ["it was 2024-02-29", "2024-02-29…2024-02-29"],
  ["everything from 2024", "2024-01-01…2024-12-31"],
  ["что я говорил вчера?", "2026-11-21…2026-11-21"],
  ["где мы были в мае", "2026-05-01…2026-05-31"],
  ["встреча 7 мая 2023 года", "2023-05-07…2023-05-07"],
  ["was war letzte Woche", "2026-11-09…2026-11-15"],
  ["la reunión del 7 de mayo de 2023", "2023-05-07…2023-05-07"],
  ["昨天你说了什么", "2026-11-21…2026-11-21"],
  ["2023年5月7日の会議", "2023-05-07…2023-05-07"],
])("finds the time in %j", (text, days) => {
  expect(daysIn(text)).toEqual([days]);
});

test.each([
  "",
  "What may I cook?",
  "June said that it is late",
  "march to the beat",
  "chapter 7",
  "version 2024beta",
])("finds no time in %j", (text) => {
  expect(daysIn(text)).toEqual([]);
});

test("a date makes words such as last Friday unnecessary", () => {
  expect(daysIn("What did Ann finish last Friday on 23 January, 2022?")).toEqual([
    "2022-01-23…2022-01-23",
  ]);
});

test("a day is a day where the asker lives", () => {
  expect(findTimes("yesterday", { now, timeZone: "America/New_York" })).toEqual([
    { from: Date.parse("2026-11-20T05:00:00Z"), until: Date.parse("2026-11-21T05:00:00Z") },
  ]);
});
