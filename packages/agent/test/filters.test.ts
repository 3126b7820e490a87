import { expect, test } from "vitest";
import type { LiveEvent } from "../src/kernel/chat-event.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { endStory } from "./kit/end-story.ts";
import { document, fileStory, voice } from "./kit/fake-files.ts";
import { openTalk, PATIENCE } from "./kit/open-talk.ts";
import { startAgent } from "./kit/start-agent.ts";

type Filters = NonNullable<Parameters<typeof openTalk>[0]["config"]>["filters"];

async function open(filters: Filters, language = "en") {
  const talk = await openTalk({
    config: {
      agent: { model: "local/scripted", utilityModel: "offline/rules", language },
      filters,
    },
  });
  const events: LiveEvent[] = [];
  void (async () => {
    for await (const event of talk.app.client.events(0)) events.push(event);
  })();
  return { ...talk, events };
}

test("a message with a blocked word gets one line, and the model never reads it", async () => {
  await using talk = await open({ blockMessages: ["casino"] }, "de");
  expect(await talk.say("Come to the CASINO tonight")).toMatchObject({
    outcome: "refused",
    reason: "blocked: it contains a word of filters.blockMessages",
  });
  const said = () => talk.events.filter(({ type }) => type === "said");
  const text = "Ich habe diese Nachricht nicht gelesen: Sie enthält ein gesperrtes Wort.";
  await expect
    .poll(said, PATIENCE)
    .toMatchObject([{ reply: [{ type: "notice", code: "refused", text }] }]);
  await talk.reply("What did I say?");
  expect(talk.transcripts().join("\n")).not.toMatch(/casino/i);
  expect(said()).toHaveLength(1);
});

test("a reply with a blocked word is withheld, and nothing of it is streamed", async () => {
  await using talk = await open({ blockReplies: ["password"] });
  const reply = await talk.reply('call note_create {"text":"the password is 1234"}!');
  expect(reply).toBe("This reply was withheld: it does not pass a filter.");
  expect(JSON.stringify(talk.events.filter(({ type }) => type === "text-delta"))).toBe("[]");
  // The model learns what people read, not that it said the word.
  await talk.reply("Hello");
  expect(talk.transcripts().at(-1)).toContain("This reply was withheld");
  expect(await talk.reply('call note_create {"text":"milk"}!')).toMatch(/milk/);
});

test("a trigger adds its text to the messages that mention it, and the prefix stays", async () => {
  const text = "Refunds take five days.\nWrite to shop@example.com.";
  await using talk = await open({ triggers: [{ words: ["refund*"], text }] });
  await talk.reply("Hello");
  expect(talk.transcripts().join("\n")).not.toContain("five days");
  const before = talk.prompts().at(-1);
  await talk.reply("When do I get my refunds?");
  expect(talk.transcripts().at(-1)).toContain(
    String.raw`<context type=\"trigger\" integrity=\"owner\" audience=\"chat\">\nRefunds take five days.\nWrite to shop@example.com.\n</context>`,
  );
  expect(talk.prompts().at(-1)).toBe(before);
});

test.each([
  ["spoken", voice("f1")],
  ["written in a file", document("f1")],
])(
  "a blocked word that is %s is not given to the model, nor to the history",
  async (_how, file) => {
    const { files, understanding } = fileStory({ holds: { f1: "Come to the casino." } });
    const messenger = scriptedChannel({ files });
    const model = scriptedModel([{ text: "Hello." }]);
    const filters = { blockMessages: ["casino"] };
    await using agent = await startAgent({ model, channels: [messenger], understanding, filters });

    await messenger.say("", { media: [file] });
    const text = "I did not read this message: it contains a blocked word.";
    expect(await messenger.received(1)).toMatchObject([{ part: { type: "notice", text } }]);
    await messenger.say("Hello");
    await messenger.received(2);
    expect(JSON.stringify(model.requests)).not.toContain("casino");
    const [chat] = await agent.store.read.chats.list();
    const history = await agent.store.read.messages.page(chat?.id ?? expect.fail(), { limit: 9 });
    expect(JSON.stringify(history)).not.toContain("casino");
    await endStory(agent, model);
  },
);
