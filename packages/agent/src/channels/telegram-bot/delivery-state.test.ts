import { expect, test } from "vitest";
import {
  EMPTY_RECORD,
  heightIn,
  MAX_TRIED,
  readRecord,
  withKnown,
  withoutPlaceholders,
  withPart,
  withPlaceholder,
} from "./delivery-state.ts";

const part = (place: string, ...floors: readonly number[]) => ({
  place,
  client: `c${place}`,
  ids: [],
  floors: [...floors],
});

test("only what somebody may come upon is known, and the highest number", () => {
  const idle = withKnown(EMPTY_RECORD, 3, 9, 5);
  expect(idle.known).toEqual([9]);
  const sought = withKnown(withPart(idle, part("-5", 9)), 11, 12, 9 + MAX_TRIED + 1, 60);
  expect(sought.known).toEqual([11, 12, 60]);
  expect(withPart(sought, part("-5")).known).toEqual([60]);
  expect(heightIn(sought)).toBe(60);
  expect(heightIn(EMPTY_RECORD)).toBe(0);
});

test("what lies shortly below the highest number, is known while a part is sought", () => {
  const high = 500;
  const numbers = [high, high - MAX_TRIED + 1, high - MAX_TRIED, high - 100];
  const sought = withKnown(withPart(EMPTY_RECORD, part("-5", 9)), ...numbers);
  expect(sought.known).toEqual([high, high - MAX_TRIED + 1]);
  expect(withKnown(sought, high + 100).known).toEqual([high + 100]);
});

test("what stands for an answer and is sought keeps what is known above it, until it is over", () => {
  const dots = { turn: "t1", topic: undefined, after: 4 };
  const sought = withKnown(withPlaceholder(EMPTY_RECORD, dots), 6, 8);
  expect(sought.known).toEqual([6, 8]);
  expect(withPlaceholder(sought, { ...dots, id: 5 }).known).toEqual([8]);
  expect(withoutPlaceholders(sought, ({ turn }) => turn === "t1").known).toEqual([8]);
});

test("of many topics the newest are kept, and those in which something is on its way", () => {
  const topics = Array.from({ length: 30 }, (_, n) => `-1005/${n}`);
  const record = topics.reduce(
    (before, place, n) => withPart(before, part(place, ...(n === 2 ? [7] : []))),
    EMPTY_RECORD,
  );
  expect(record.parts.map(({ place }) => place)).toEqual([topics[2], ...topics.slice(11)]);
});

test("a record comes back from JSON; what is none is an empty one", () => {
  const record = withKnown(withPart(EMPTY_RECORD, part("-5", 9)), 11);
  expect(readRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  expect(readRecord({ client: "old", ids: [1] })).toEqual(EMPTY_RECORD);
});
