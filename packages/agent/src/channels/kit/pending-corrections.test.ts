import { expect, test } from "vitest";
import { type Correcting, createPendingCorrections, REVISION_MS } from "./pending-corrections.ts";
import { memoryIn } from "../testing/channel-state.ts";

const ann = { externalId: "5", user: "7" };
const inGroup = { isDirect: false } as const;

/** Somebody who was asked about `a` by message 11 and about `b` by message 21; both questions stand above. */
async function open() {
  const kept = new Map<string, string>();
  const revisions = createPendingCorrections(memoryIn(kept));
  await revisions.expect(ann, { approval: "a", after: 11, at: 1000, messages: ["10", "11"] });
  await revisions.expect(ann, { approval: "b", after: 21, at: 2000, messages: ["20", "21"] });
  const find = async (own: Partial<Correcting> = {}, from = ann) => {
    const message = { id: "30", position: 30, sentAt: 3000, isDirect: true, ...own };
    const found = await revisions.find(from, message);
    return found.map(({ approval, isRepeat }) => (isRepeat ? `${approval} again` : approval));
  };
  return { kept, revisions, find };
}

test("a message is meant for the question that was asked about last", async () => {
  const { find } = await open();
  expect(await find()).toEqual(["b", "a"]);
});

test.each(["10", "11"])("a reply to message %s is meant for the question before", async (to) => {
  const { find } = await open();
  expect([await find({ replyTo: to }), await find({ replyTo: to, ...inGroup })]).toEqual([
    ["a"],
    ["a"],
  ]);
});

test("a reply to anything else corrects nothing, and in a group nor does what is no reply", async () => {
  const { find } = await open();
  expect([await find({ replyTo: "9" }), await find(inGroup)]).toEqual([[], []]);
});

test("what was written before it was asked for, by somebody else or elsewhere, corrects nothing", async () => {
  const { find } = await open();
  expect(await find({ position: 11 })).toEqual([]);
  expect(await find({ position: 21 })).toEqual(["a"]);
  expect(await find({}, { ...ann, user: "8" })).toEqual([]);
  expect(await find({}, { ...ann, externalId: "6" })).toEqual([]);
});

test("after a while only a reply is a correction", async () => {
  const { find } = await open();
  expect(await find({ sentAt: 2000 + REVISION_MS })).toEqual(["b"]);
  expect(await find({ sentAt: 2001 + REVISION_MS })).toEqual([]);
  expect(await find({ sentAt: 2001 + REVISION_MS, replyTo: "21" })).toEqual(["b"]);
});

test("a message that has corrected is known again, and its question takes no other", async () => {
  const { revisions, find } = await open();
  await revisions.take(ann, { approval: "b", message: "30" });
  expect([await find(), await find({ id: "31" })]).toEqual([["b again"], ["a"]]);
  expect(await find({ id: "31", replyTo: "21" })).toEqual([]);
});

test("what is dropped is not corrected any more, and nothing is left of it", async () => {
  const { kept, revisions, find } = await open();
  await revisions.drop(ann, "b");
  expect(await find()).toEqual(["a"]);
  await revisions.drop(ann);
  expect([await find(), [...kept]]).toEqual([[], []]);
});

test("a message that has corrected is known again after all else was dropped", async () => {
  const { revisions, find } = await open();
  await revisions.take(ann, { approval: "b", message: "30" });
  await revisions.drop(ann);
  expect([await find(), await find({ id: "31" })]).toEqual([["b again"], []]);
});

test("a reply to what was said later names its question, too", async () => {
  const { revisions, find } = await open();
  await revisions.name(ann, { approval: "a", message: "25" });
  await revisions.name(ann, { approval: "c", message: "26" });
  expect([await find({ replyTo: "25" }), await find({ replyTo: "26" })]).toEqual([["a"], []]);
});

test("asked about once more, a question is the newest, and is named by what was said of it before", async () => {
  const { revisions, find } = await open();
  await revisions.expect(ann, { approval: "a", after: 22, at: 2500, messages: ["10", "22"] });
  expect([await find(), await find({ replyTo: "11" })]).toEqual([["a", "b"], ["a"]]);
});
