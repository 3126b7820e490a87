import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn, transferTo } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import { fileStory, voice } from "./kit/fake-files.ts";
import { startAgent } from "./kit/start-agent.ts";

/**
 * Opens a story in which Ann was asked about a transfer and will answer by voice; then the model gives
 * these answers.
 */
async function openStory(...answers: readonly ScriptedAnswer[]) {
  const { files, understanding } = fileStory({ holds: { v1: "to Eve, please" } });
  const messenger = scriptedChannel({ files });
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("bob"), { text: "It waits." }, ...answers]);
  const agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    understanding,
    roles: { ann: "owner", mia: "member" },
  });
  await messenger.say("Send it to bob");
  const { approval: corrects } = await questionIn(messenger, 2);
  return {
    agent,
    messenger,
    model,
    sent,
    corrects,
    speak: (by = "ann") => messenger.say("", { media: [voice("v1")], sender: by, corrects }),
    questions: async () =>
      (await agent.store.read.approvals.list(9)).map(
        ({ preview, state, edits }) => `${preview} ${state} ${edits}`,
      ),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

test("what is spoken corrects the question that was to be changed", async () => {
  await using story = await openStory(transferTo("Eve"), { text: "Now that waits." });
  await story.speak();
  await story.messenger.received(5);
  expect(textsIn(story.messenger)).toEqual([
    "It waits.",
    "Send to bob?",
    "❌ Not done: Send to bob (denied by ann)",
    "Now that waits.",
    "Send to Eve?\n(edited once)",
  ]);
  expect(await story.questions()).toEqual(["Send to Eve? pending 1", "Send to bob? cancelled 0"]);
  expect(story.model.requests[2]?.messages.at(-1)?.text).toContain(
    "<correction>to Eve, please</correction>",
  );
  expect(await endStory(story.agent, story.model)).toEqual([
    "Send it to bob: answered",
    `to Eve, please: folded (the correction of ${story.corrects})`,
    "revise: answered",
  ]);
});

test("what is spoken after the question was answered is an ordinary message", async () => {
  await using story = await openStory({ text: "Not sent." }, { text: "To Eve, then?" });
  const { agent, corrects } = story;
  await answerAs(agent, "ann", { approval: toId(corrects), verdict: "deny" });
  await story.messenger.received(3);
  await story.speak();
  await story.messenger.received(4);
  expect(textsIn(story.messenger).at(-1)).toBe("To Eve, then?");
  expect(await story.questions()).toEqual(["Send to bob? cancelled 0"]);
});

test("who may not decide corrects nothing, and is answered", async () => {
  await using story = await openStory({ text: "Ask ann." });
  await story.speak("mia");
  await story.messenger.received(3);
  expect(textsIn(story.messenger).at(-1)).toBe("Ask ann.");
  expect(await story.questions()).toEqual(["Send to bob? pending 0"]);
});
