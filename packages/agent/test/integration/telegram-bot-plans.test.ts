import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { drippingModel } from "../kit/models/dripping-model.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { doStep, newestPlan, plannerOf, planTools, WELL, WISH } from "../kit/plan-story.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import type { SeenMessage } from "../kit/telegram/telegram-seen.ts";

const DONE = [
  "Done! Bob knows the best fare",
  "1. Look up the fares",
  "The best is 40.",
  "2. Note the best fare",
  "Noted.",
  "3. Write to bob@x.example about it",
  "Bob knows.",
];

const hasButtons = ({ buttons }: SeenMessage) => buttons.length > 0;

/**
 * Opens a story in which Ann has asked for a plan and has to approve it; `isBroken` makes the tool of its
 * second step fail.
 */
async function openPlan() {
  let isBroken = false;
  const { tools, done } = planTools((name) =>
    isBroken && name === "fares_note" ? new Fault("unavailable", "The shop is closed.") : undefined,
  );
  const story = await openTelegramStory({
    model: drippingModel((request) => doStep(WELL, request), 300),
    utility: plannerOf(),
    tools,
  });
  await story.ann.send(story.botId, WISH);
  const preview = await story.ann.receive(hasButtons);
  return {
    story,
    preview,
    done,
    setBroken: (to: boolean) => {
      isBroken = to;
    },
    [Symbol.asyncDispose]: () => story[Symbol.asyncDispose](),
  };
}

/** Returns the bot's messages in Ann's chat, as they read now. */
async function saidBy({ server, ann, botId }: TelegramStory) {
  const lines = await readTranscript(server, { viewer: ann.id, chat: botId });
  return lines.filter(({ from }) => from === botId);
}

/** Returns the steps of the plan as its message showed them one after the other. */
function progressOf({ ann }: TelegramStory): readonly string[] {
  return ann.seen.flatMap((one) =>
    (one.kind === "message" || one.kind === "edit") && /^[✓▶✗_-] 1\. /u.test(one.text)
      ? [one.text.replaceAll(/^(.) \d.*$/gmu, "$1").replaceAll("\n", "")]
      : [],
  );
}

test("a plan is shown, confirmed, done under a message that tells how far it is, and ends with one message", async () => {
  await using plan = await openPlan();
  const { story, preview, done } = plan;
  const { ann } = story;
  expect(preview.text).toMatch(
    /^Plan: Bob knows the best fare\n1\. Look up the fares \(fares_look: /,
  );
  expect(done).toEqual([]);
  expect((await ann.click(preview, "✅ Confirm")).text).toBe("Got it.");
  const end = await ann.receive(({ text }) => text.startsWith("Done! "), { edits: "too" });
  expect(end.text.split(/\n+/)).toEqual(DONE);
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
  expect((await newestPlan(story.agent)).state).toBe("done");
  const shown = progressOf(story);
  expect(shown.at(0)).toBe("▶__");
  expect(new Set(shown).isSubsetOf(new Set(["▶__", "✓▶_", "✓✓▶", "✓✓✓"]))).toBe(true);
  expect(shown.at(-1)).toBe("✓✓✓");
  const said = await saidBy(story);
  expect(said.filter(({ text }) => text.includes("Done!"))).toHaveLength(1);
  expect(said.filter(({ text }) => text.startsWith("✓"))).toHaveLength(1);
  expect(said.flatMap(({ buttons = [] }) => buttons)).toEqual([]);
});

test("a plan that is cancelled does nothing", async () => {
  await using plan = await openPlan();
  const { story, preview, done } = plan;
  await story.ann.click(preview, "❌ Cancel");
  await story.ann.receive(({ text }) => text.startsWith("❌ Not done"), { edits: "only" });
  expect([done, progressOf(story)]).toEqual([[], []]);
});

const FAILED = "Step 2 of 3 failed: Note the best fare";
const ALL = ["fares_look", "fares_note", "mail_send bob@x.example"];

test.each([
  ["Continue", { does: ALL, ends: "✓✓✓", says: "Continuing the plan." }],
  ["Retry", { does: ALL, ends: "✓✓✓", says: "Retrying the step." }],
  ["Skip step", { does: ["fares_look", ALL[2]], ends: "✓-✓", says: "Skipping the step." }],
])("after a step failed, %s goes on and repeats nothing", async (label, { does, ends, says }) => {
  await using plan = await openPlan();
  const { story, preview, done, setBroken } = plan;
  const { ann } = story;
  setBroken(true);
  await ann.click(preview, "✅ Confirm");
  const question = await ann.receive(({ text }) => text.startsWith("Step 2 of 3 failed"));
  expect(question.text).toContain("fares_note: The shop is closed.");
  expect(question.buttons.flat().map((one) => one.label)).toEqual([
    "Continue",
    "Retry",
    "Skip step",
    "Abort",
  ]);
  setBroken(false);
  expect((await ann.click(question, label)).text).toBe("Got it.");
  await ann.receive(({ text }) => text.startsWith("Done! "), { edits: "too" });
  expect(done).toEqual(does);
  const shown = progressOf(story);
  expect([shown.includes("✓✗_"), shown.at(-1)]).toEqual([true, ends]);
  const said = await saidBy(story);
  expect(said.filter(({ text }) => text.startsWith("Done!"))).toHaveLength(1);
  expect(said.find(({ id }) => id === question.id)?.text).toBe(`${FAILED}\n${says}`);
  expect(said.flatMap(({ buttons = [] }) => buttons)).toEqual([]);
});

test("of two answers at once one counts, and the other comes too late", async () => {
  await using plan = await openPlan();
  const { story, preview, setBroken } = plan;
  const { ann } = story;
  setBroken(true);
  await ann.click(preview, "✅ Confirm");
  const question = await ann.receive(({ text }) => text.startsWith("Step 2 of 3 failed"));
  setBroken(false);
  const taps = await Promise.all([ann.click(question, "Continue"), ann.click(question, "Abort")]);
  const [goesOn, isOver] = taps.map(({ text }) => text === "Got it.");
  expect(new Set(taps.map(({ text }) => text))).toEqual(
    new Set(["Got it.", "This has already been decided."]),
  );
  expect(goesOn).toBe(!isOver);
  const end = goesOn ? "Done! " : "Plan aborted: ";
  await ann.receive(({ text }) => text.startsWith(end), { edits: "too" });
  expect((await newestPlan(story.agent)).state).toBe(goesOn ? "done" : "aborted");
});

test("after a step failed, the plan is given up with what it has reached", async () => {
  await using plan = await openPlan();
  const { story, preview, done, setBroken } = plan;
  const { ann } = story;
  setBroken(true);
  await ann.click(preview, "✅ Confirm");
  const question = await ann.receive(({ text }) => text.startsWith("Step 2 of 3 failed"));
  await ann.click(question, "Abort");
  const end = await ann.receive(({ text }) => text.startsWith("Plan aborted: "));
  expect(end.text).toContain("The best is 40.");
  expect(done).toEqual(["fares_look"]);
  expect(progressOf(story).at(-1)).toBe("✓✗_");
  const said = await saidBy(story);
  expect(said.find(({ id }) => id === question.id)?.text).toBe(`${FAILED}\nPlan aborted.`);
  expect((await saidBy(story)).flatMap(({ buttons = [] }) => buttons)).toEqual([]);
});
