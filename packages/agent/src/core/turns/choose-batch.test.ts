import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { InboxBody } from "../../store/messages/inbox.ts";
import { inboxRow } from "../testing/rows.ts";
import { chooseBatch } from "./choose-batch.ts";

const decision: InboxBody = {
  kind: "decision",
  approval: "a1",
  verdict: "allow",
  name: "Ann",
  role: "owner",
};

const planStep: InboxBody = {
  kind: "plan-step",
  plan: toId("p1"),
  step: 0,
  attempt: 1,
  text: "look",
  name: "Ann",
  role: "owner",
};

const said = inboxRow;
const planned = (order: number) => inboxRow(order, planStep);
const decided = (order: number) => inboxRow(order, decision);
const inBatch = (order: number, own: object) =>
  inboxRow(order, { ...decision, batch: toId("a1"), ...own });

test("nothing waits, nothing is chosen", () => {
  expect(chooseBatch([])).toEqual({ type: "empty" });
});

test("messages that waited together are one batch, oldest first", () => {
  const queued = [said(1), said(2), said(3)];
  expect(chooseBatch(queued)).toEqual({ type: "messages", rows: queued });
});

test("a decision comes alone, and messages before it do not wait for it", () => {
  expect(chooseBatch([decided(1), said(2)])).toEqual({ type: "decision", rows: [decided(1)] });
  expect(chooseBatch([said(1), said(2), decided(3), said(4)])).toEqual({
    type: "messages",
    rows: [said(1), said(2)],
  });
});

test("calls that one answer allows come together, and no others", () => {
  const [first, second] = [inBatch(1, {}), inBatch(2, { approval: "a2" })];
  const other = inBatch(3, { batch: toId("a7") });
  expect(chooseBatch([first, second, other, said(4)])).toEqual({
    type: "decision",
    rows: [first, second],
  });
  expect(chooseBatch([first, said(2), second])).toEqual({ type: "decision", rows: [first] });
  const refused = inBatch(1, { verdict: "deny" });
  expect(chooseBatch([refused, second])).toEqual({ type: "decision", rows: [refused] });
  expect(chooseBatch([decided(1), decided(2)])).toEqual({ type: "decision", rows: [decided(1)] });
});

test("a step of a plan comes alone, and in its order", () => {
  expect(chooseBatch([planned(1), said(2)])).toEqual({ type: "plan-step", row: planned(1) });
  expect(chooseBatch([said(1), planned(2), said(3)])).toEqual({
    type: "messages",
    rows: [said(1)],
  });
});

test("batch after batch everything is chosen once, in the order of its arrival", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(said, decided, planned)), (kinds) => {
      const queued = kinds.map((toRow, order) => toRow(order));
      const chosen: string[] = [];
      for (let batch = chooseBatch(queued); batch.type !== "empty";) {
        const rows = "row" in batch ? [batch.row] : batch.rows;
        chosen.push(...rows.map(({ id }) => id));
        batch = chooseBatch(queued.slice(chosen.length));
      }
      expect(chosen).toEqual(queued.map(({ id }) => id));
    }),
  );
});

test("what came too fast is a batch of its own, refused for the newest limit, and keeps its chat", () => {
  const fast = (order: number, over: string) => ({ ...said(order), over });
  const queued = [said(1), fast(2, "one"), fast(3, "two"), said(4)];
  expect(chooseBatch(queued)).toEqual({ type: "messages", rows: [said(1)] });
  expect(chooseBatch(queued.slice(1))).toEqual({
    type: "too-fast",
    rows: [fast(2, "one"), fast(3, "two")],
    limit: "two",
  });
  expect(chooseBatch([fast(2, "one"), decided(3)])).toEqual({
    type: "too-fast",
    rows: [fast(2, "one")],
    limit: "one",
  });
});
