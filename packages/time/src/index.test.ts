import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { offsetAt, toInstant } from "./clock/local-time.ts";
import {
  formatDay,
  formatMoment,
  nextCron,
  nextOccurrence,
  parseDuration,
  parseMoment,
  parseRecurrence,
} from "./index.ts";
import { referenceMoments } from "./testing/reference-moments.ts";
import { referenceRecurrences } from "./testing/reference-recurrences.ts";

const DAY_MS = 86_400_000;
const WEDNESDAY = { now: Date.parse("2026-03-04T10:00+01:00"), timeZone: "Europe/Berlin" };

describe.each(referenceMoments)("$language in $timeZone at $now", (group) => {
  test.each(group.rows)("%s means %s", (words, meaning) => {
    const { timeZone, locale } = group;
    const moment = parseMoment(words, { now: Date.parse(group.now), timeZone, locale });
    const day = moment?.isDateOnly ? "date " : "";
    expect(moment && `${day}${showLocal(moment.at, timeZone)}`).toBe(meaning);
  });
});

test("the reference has at least fifty expressions in each of four languages", () => {
  const counts = Map.groupBy(referenceMoments, ({ language }) => language);
  const sizes = [...counts].map(([language, groups]) => [
    language,
    groups.flatMap(({ rows }) => rows).length >= 50,
  ]);
  expect(sizes).toEqual([
    ["en", true],
    ["de", true],
    ["es", true],
    ["ru", true],
  ]);
});

const recurrences = referenceRecurrences.map(([words, rule, at]) => ({ words, rule, at }));

test.each(recurrences)("$words comes again by $rule", ({ words, rule, at }) => {
  const found = parseRecurrence(words, WEDNESDAY);
  expect(
    found && { rule: found.rule, at: found.at && showLocal(found.at, WEDNESDAY.timeZone) },
  ).toEqual(rule && { rule, at });
});

test.each([
  ["demain à 8h", "2026-03-05T08:00+01:00"],
  ["après-demain à midi", "2026-03-06T12:00+01:00"],
  ["lundi prochain à 9h30", "2026-03-09T09:30+01:00"],
  ["dans deux heures", "2026-03-04T12:00+01:00"],
  ["domani alle 8", "2026-03-05T08:00+01:00"],
  ["dopodomani alle otto e mezza", "2026-03-06T08:30+01:00"],
  ["tra due ore", "2026-03-04T12:00+01:00"],
  ["amanhã às 8", "2026-03-05T08:00+01:00"],
  ["depois de amanhã às 15h", "2026-03-06T15:00+01:00"],
  ["daqui a duas horas", "2026-03-04T12:00+01:00"],
  ["morgen om half negen", "2026-03-05T08:30+01:00"],
  ["over twee uur", "2026-03-04T12:00+01:00"],
  ["післязавтра о сьомій вечора", "2026-03-06T19:00+01:00"],
  ["через годину", "2026-03-04T11:00+01:00"],
  ["明天上午8点", "2026-03-05T08:00+01:00"],
  ["后天晚上七点半", "2026-03-06T19:30+01:00"],
  ["两小时后", "2026-03-04T12:00+01:00"],
  ["下周一上午9点", "2026-03-09T09:00+01:00"],
  ["明日の午後3時", "2026-03-05T15:00+01:00"],
  ["2時間後", "2026-03-04T12:00+01:00"],
  ["来週の月曜日9時", "2026-03-09T09:00+01:00"],
])("%s means %s, too", (words, meaning) => {
  const moment = parseMoment(words, WEDNESDAY);
  expect(moment && showLocal(moment.at, WEDNESDAY.timeZone)).toBe(meaning);
});

test.each([
  ["chaque lundi à 9h", "FREQ=WEEKLY;BYDAY=MO"],
  ["ogni giorno alle 8", "FREQ=DAILY"],
  ["toda segunda-feira às 9", "FREQ=WEEKLY;BYDAY=MO"],
  ["elke maandag om 9 uur", "FREQ=WEEKLY;BYDAY=MO"],
  ["щопонеділка о 9", "FREQ=WEEKLY;BYDAY=MO"],
  ["每天早上8点", "FREQ=DAILY"],
  ["每周一上午9点", "FREQ=WEEKLY;BYDAY=MO"],
  ["毎日8時", "FREQ=DAILY"],
  ["毎週月曜日9時", "FREQ=WEEKLY;BYDAY=MO"],
])("%s comes again by %s, too", (words, rule) => {
  expect(parseRecurrence(words, WEDNESDAY)?.rule).toBe(rule);
});

test.each([
  ["30 minutes", 30 * 60_000],
  ["6h", 6 * 3_600_000],
  ["1h 30m", 90 * 60_000],
  ["2 Stunden", 2 * 3_600_000],
  ["anderthalb Stunden", 90 * 60_000],
  ["полтора часа", 90 * 60_000],
  ["dos horas y media", 150 * 60_000],
  ["half an hour", 30 * 60_000],
  ["2 weeks", 14 * DAY_MS],
  ["2 months", undefined],
  ["tomorrow", undefined],
  ["5", undefined],
  ["30 minutes of sleep", undefined],
])("%s is %s ms", (words, distance) => {
  expect(parseDuration(words)).toBe(distance);
});

test.each([
  ["2026-03-04T18:00+01:00", undefined, "today 18:00"],
  ["2026-03-05T09:00+01:00", undefined, "tomorrow 09:00"],
  ["2026-03-03T09:00+01:00", undefined, "yesterday 09:00"],
  ["2026-12-03T09:00+01:00", undefined, "Thu 3 Dec 09:00"],
  ["2027-12-03T09:00+01:00", undefined, "Fri 3 Dec 2027 09:00"],
  ["2026-03-05T09:00+01:00", "de", "morgen 09:00"],
  ["2026-03-05T09:00+01:00", "ru", "завтра 09:00"],
])("%s is told in %s as %s", (at, locale, told) => {
  expect(formatMoment(Date.parse(at), { ...WEDNESDAY, locale })).toBe(told);
});

test("a moment without a now is told with its year", () => {
  const at = Date.parse("2026-12-03T09:00Z");
  expect(formatMoment(at, { timeZone: "UTC" })).toBe("Thu 3 Dec 2026 09:00");
  expect(formatMoment(at, { timeZone: "UTC", isDateOnly: true })).toBe("Thu 3 Dec 2026");
});

test.each([
  {
    name: "a daily rule on the day that its time is skipped",
    rule: "FREQ=DAILY",
    start: "2026-03-27T02:30+01:00",
    zone: "Europe/Berlin",
    next: ["2026-03-28T02:30+01:00", "2026-03-29T03:30+02:00", "2026-03-30T02:30+02:00"],
  },
  {
    name: "a daily rule on the day that its time comes twice",
    rule: "FREQ=DAILY",
    start: "2026-10-24T02:30+02:00",
    zone: "Europe/Berlin",
    next: ["2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"],
  },
  {
    name: "a daily rule where half an hour is skipped",
    rule: "FREQ=DAILY",
    start: "2026-10-03T02:15+10:30",
    zone: "Australia/Lord_Howe",
    next: ["2026-10-04T02:45+11:00", "2026-10-05T02:15+11:00"],
  },
  {
    name: "a daily rule where a whole day is skipped",
    rule: "FREQ=DAILY",
    start: "2011-12-28T12:00-10:00",
    zone: "Pacific/Apia",
    next: ["2011-12-29T12:00-10:00", "2011-12-31T12:00+14:00", "2012-01-01T12:00+14:00"],
  },
  {
    name: "every 31st, in the months that have one",
    rule: "FREQ=MONTHLY;BYMONTHDAY=31",
    start: "2026-01-31T09:00+01:00",
    zone: "Europe/Berlin",
    next: ["2026-03-31T09:00+02:00", "2026-05-31T09:00+02:00", "2026-07-31T09:00+02:00"],
  },
  {
    name: "the last Friday of the month",
    rule: "FREQ=MONTHLY;BYDAY=-1FR",
    start: "2026-01-30T09:00Z",
    zone: "UTC",
    next: ["2026-02-27T09:00+00:00", "2026-03-27T09:00+00:00", "2026-04-24T09:00+00:00"],
  },
  {
    name: "the last workday of the month",
    rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    start: "2026-01-30T09:00Z",
    zone: "UTC",
    next: ["2026-02-27T09:00+00:00", "2026-03-31T09:00+00:00", "2026-04-30T09:00+00:00"],
  },
  {
    name: "every year on 29 February",
    rule: "FREQ=YEARLY",
    start: "2024-02-29T09:00Z",
    zone: "UTC",
    next: ["2028-02-29T09:00+00:00", "2032-02-29T09:00+00:00"],
  },
  {
    name: "every other week on two days, by weeks that begin on Monday",
    rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU",
    start: "1997-08-05T09:00Z",
    zone: "UTC",
    next: ["1997-08-10T09:00+00:00", "1997-08-19T09:00+00:00", "1997-08-24T09:00+00:00"],
  },
  {
    name: "every other week on two days, by weeks that begin on Sunday",
    rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
    start: "1997-08-05T09:00Z",
    zone: "UTC",
    next: ["1997-08-17T09:00+00:00", "1997-08-19T09:00+00:00", "1997-08-31T09:00+00:00"],
  },
  {
    name: "three times, and never again",
    rule: "FREQ=DAILY;COUNT=3",
    start: "2026-03-28T02:30+01:00",
    zone: "Europe/Berlin",
    next: ["2026-03-29T03:30+02:00", "2026-03-30T02:30+02:00", undefined],
  },
  {
    name: "until a day that is included",
    rule: "FREQ=DAILY;UNTIL=20260330",
    start: "2026-03-28T20:00+01:00",
    zone: "Europe/Berlin",
    next: ["2026-03-29T20:00+02:00", "2026-03-30T20:00+02:00", undefined],
  },
  {
    name: "twice a day",
    rule: "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=15",
    start: "2026-03-28T00:00+01:00",
    zone: "Europe/Berlin",
    next: ["2026-03-28T08:15+01:00", "2026-03-28T20:15+01:00", "2026-03-29T08:15+02:00"],
  },
  {
    name: "every three hours, which pass as they are",
    rule: "FREQ=HOURLY;INTERVAL=3",
    start: "2026-10-24T23:00+02:00",
    zone: "Europe/Berlin",
    next: ["2026-10-25T02:00+02:00", "2026-10-25T04:00+01:00", "2026-10-25T07:00+01:00"],
  },
  {
    name: "every twenty minutes during one hour of Mondays",
    rule: "FREQ=MINUTELY;INTERVAL=20;BYDAY=MO;BYHOUR=9",
    start: "2026-03-02T09:40Z",
    zone: "UTC",
    next: ["2026-03-09T09:00+00:00", "2026-03-09T09:20+00:00", "2026-03-09T09:40+00:00"],
  },
  {
    name: "a day that no month has",
    rule: "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
    start: "2026-03-02T09:00Z",
    zone: "UTC",
    next: [undefined],
  },
])("finds $name", ({ rule, start, zone: timeZone, next }) => {
  const instant = Date.parse(start);
  const first = nextOccurrence(rule, { start: instant, after: instant, timeZone });
  const found = [first];
  while (found.length < next.length) {
    const last = found.at(-1);
    if (last === undefined) break;
    found.push(nextOccurrence(rule, { start: instant, after: last, timeZone }));
  }
  expect(found.map((at) => (at === undefined ? at : showLocal(at, timeZone)))).toEqual(next);
});

test("the beginning of a rule is its first occurrence", () => {
  const start = Date.parse("2026-03-02T09:00Z");
  const view = { start, after: start - 30 * DAY_MS, timeZone: "UTC" };
  expect(nextOccurrence("FREQ=WEEKLY;BYDAY=MO", view)).toBe(start);
});

test.each([
  ["FREQ=DAILY;BYDAY=XX", "BYDAY has XX, which is out of range."],
  ["FREQ=DAILY;BYEASTER=1", "BYEASTER is not supported."],
  ["BYDAY=MO", "FREQ must be one of MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY."],
  ["FREQ=DAILY;INTERVAL=0", "INTERVAL has 0, which is out of range."],
  ["FREQ=DAILY;COUNT=2;UNTIL=20260101", "it has both COUNT and UNTIL."],
])("says what is wrong with %s", (rule, reason) => {
  expect(() => nextOccurrence(rule, { start: 0, after: 0, timeZone: "UTC" })).toThrow(
    `"${rule}" is not a valid recurrence rule: ${reason}`,
  );
});

const zones = fc.constantFrom(
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Santiago",
  "Asia/Beirut",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "UTC",
);
const starts = fc.integer({
  min: Date.parse("2009-01-01T00:00Z") / 60_000,
  max: Date.parse("2028-01-01T00:00Z") / 60_000,
});
const NAMES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
const weekdays = fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 4, 5, 6), { minLength: 1 });

test("each occurrence of a rule is the one that a walk over the days on the wall comes to", () => {
  const rules = fc.record({
    interval: fc.integer({ min: 1, max: 5 }),
    days: fc.option(weekdays, { nil: undefined }),
  });
  fc.assert(
    fc.property(zones, starts, rules, (timeZone, minute, { interval, days }) => {
      const start = minute * 60_000;
      const rule = days
        ? `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.map((day) => NAMES[day]).join(",")}`
        : `FREQ=DAILY;INTERVAL=${interval}`;
      const walked = walk({ start, timeZone, interval, days });
      let after = start;
      const found = walked.map(() => {
        after = nextOccurrence(rule, { start, after, timeZone }) ?? Number.NaN;
        return after;
      });
      expect(found).toEqual(walked);
    }),
    { numRuns: 150 },
  );
});

interface Walk {
  readonly start: number;
  readonly timeZone: string;
  readonly interval: number;
  readonly days: readonly number[] | undefined;
}

/** Returns the instants after the start within half a year, each once. */
function walk({ start, timeZone, interval, days }: Walk): readonly number[] {
  const wall = start + offsetAt(start, timeZone);
  const monday = (new Date(wall).getUTCDay() + 6) % 7;
  const instants = new Set<number>();
  for (let day = 0; day < 180; day++) {
    const weekday = new Date(wall + day * DAY_MS).getUTCDay();
    const isDue = days
      ? days.includes(weekday) && Math.floor((day + monday) / 7) % interval === 0
      : day % interval === 0;
    if (isDue) instants.add(toInstant(wall + day * DAY_MS, timeZone));
  }
  return [...instants].filter((instant) => instant > start);
}

test.each([
  ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00+01:00", "2026-03-29T03:30+02:00"],
  ["30 2 * * *", "Europe/Berlin", "2026-03-29T03:00+02:00", "2026-03-29T03:30+02:00"],
  ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00+02:00", "2026-10-25T02:30+02:00"],
  ["30 2 * * *", "Europe/Berlin", "2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"],
  ["*/20 * * * *", "Europe/Berlin", "2026-10-25T02:40+02:00", "2026-10-25T02:00+01:00"],
  ["*/20 * * * *", "Europe/Berlin", "2026-03-29T01:40+01:00", "2026-03-29T03:00+02:00"],
  ["15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00+10:30", "2026-10-04T02:45+11:00"],
  ["0 12 * * *", "Pacific/Apia", "2011-12-29T12:00-10:00", "2011-12-31T12:00+14:00"],
  ["0 0 29 2 *", "UTC", "2026-10-24T12:00Z", "2028-02-29T00:00+00:00"],
  ["0 9 * * mon-fri", "UTC", "2026-03-06T09:00Z", "2026-03-09T09:00+00:00"],
  ["0 9 * * 7", "UTC", "2026-03-06T09:00Z", "2026-03-08T09:00+00:00"],
  ["0 9 13 * 5", "UTC", "2026-03-06T09:00Z", "2026-03-13T09:00+00:00"],
  ["0 9 14 * 5", "UTC", "2026-03-13T09:00Z", "2026-03-14T09:00+00:00"],
  ["5,35 8-10/2 * jan,mar *", "UTC", "2026-03-06T08:35Z", "2026-03-06T10:05+00:00"],
  ["@monthly", "UTC", "2026-03-06T08:35Z", "2026-04-01T00:00+00:00"],
  ["0 0 31 2 *", "UTC", "2026-03-06T08:35Z", undefined],
])("cron %s in %s comes after %s at %s", (expression, timeZone, after, next) => {
  const found = nextCron(expression, { after: Date.parse(after), timeZone });
  expect(found === undefined ? found : showLocal(found, timeZone)).toBe(next);
});

test.each([
  ["* * * *", "it needs five fields."],
  ["0 0 9 * * *", "it needs five fields."],
  ["61 * * * *", '"61" is not a valid minute (0 to 59).'],
  ["0 9 * * 1-8", '"1-8" is not a valid day of the week (0 to 7).'],
  ["*/0 * * * *", '"*/0" is not a valid minute (0 to 59).'],
  ["0 nine * * *", '"nine" is not a valid hour.'],
])("says what is wrong with cron %s", (expression, reason) => {
  expect(() => nextCron(expression, { after: 0, timeZone: "UTC" })).toThrow(
    `"${expression}" is not a valid cron expression: ${reason}`,
  );
});

test("whatever is typed names a moment or none, and nothing breaks", () => {
  const pieces = fc.constantFrom(
    ..."tomorrow 8 am half past next friday every 31 2.3 morgen um halb in через час 29.2. 25:61 el y media 99999999999 days 每天 - / @ utc 0000-00-00".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (words) => {
      const text = words.join(" ");
      const at = parseMoment(text, WEDNESDAY)?.at ?? 0;
      const first = parseRecurrence(text, WEDNESDAY)?.at ?? 0;
      expect([Number.isSafeInteger(at), Number.isSafeInteger(first)]).toEqual([true, true]);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["en", "Thursday, 3 December 2026"],
  ["de", "Donnerstag, 3. Dezember 2026"],
  ["es", "Jueves, 3 de diciembre de 2026"],
  ["uk", "Четвер, 3 грудня 2026 р."],
])("in %s a day is headed %s by the clocks of the zone", (locale, told) => {
  const at = Date.parse("2026-12-02T20:00:00Z");
  expect(formatDay(at, { timeZone: "Asia/Tokyo", locale }).replaceAll("\u00a0", " ")).toBe(told);
});

/** With the seconds only where there are some. */
function showLocal(at: number, timeZone: string): string {
  const offset = offsetAt(at, timeZone);
  const wall = new Date(at + offset).toISOString().replace(/(?::00)?\.000Z$/, "");
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${wall}${offset < 0 ? "-" : "+"}${size}`;
}
