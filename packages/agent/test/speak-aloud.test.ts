import { expect, test } from "vitest";
import { sendVoice } from "../src/core/delivery/send-voice.ts";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { voiceSpeak } from "../src/tools/media/voice-speak.ts";
import { endStory } from "./kit/end-story.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

/** Starts an agent with voice; its channels have the given names. */
async function startSpeaking(
  model: ReturnType<typeof scriptedModel>,
  channel: ReturnType<typeof scriptedChannel>,
) {
  const running: { agent?: RunningAgent } = {};
  const agent = await startAgent({
    model,
    channels: [channel],
    tools: [voiceSpeak],
    roles: { eve: "stranger" },
    services: {
      speaking: ({ chat, call }) => ({
        async say(text, { voice }) {
          if (!running.agent) throw new Error("nobody runs");
          return running.agent.core.sendVoice({ chat, call, text, voice });
        },
      }),
    },
  });
  running.agent = agent;
  return agent;
}

const CALL = { name: "voice_speak", args: { text: "Good night. https://example.org/x" } };

test("what is said aloud leaves before the answer, asks nobody, and the answer may be empty", async () => {
  const messenger = scriptedChannel({ canSpeak: true });
  const model = scriptedModel([
    { calls: [{ ...CALL, args: { ...CALL.args, voice: "de-DE-KatjaNeural" } }] },
    { text: "" },
  ]);
  await using agent = await startSpeaking(model, messenger);

  await messenger.say("read it to me");
  await messenger.received(1);

  expect(await endStory(agent, model)).toEqual(["read it to me: answered"]);
  expect(messenger.delivered.map(({ part }) => part)).toEqual([
    {
      type: "text",
      text: "Good night. https://example.org/x",
      links: "plain",
      spoken: { voice: "de-DE-KatjaNeural" },
    },
  ]);
  const [, second] = model.requests;
  expect(JSON.stringify(second?.messages)).toContain("as a voice note");
});

test("a chat that plays nothing is written to, and the model knows", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ calls: [CALL] }, { text: "Sleep well." }]);
  await using agent = await startSpeaking(model, messenger);

  await messenger.say("good night");
  await messenger.received(2);

  expect(await endStory(agent, model)).toEqual(["good night: answered"]);
  expect(messenger.delivered.map(({ part }) => part)).toMatchObject([
    { type: "text", text: CALL.args.text, spoken: {} },
    { type: "text", text: "Sleep well." },
  ]);
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("in writing");
});

test.each([true, false])(
  "a call that is repeated says nothing more, also where answers are fetched (push: %s)",
  async (isPush) => {
    const messenger = scriptedChannel();
    const model = scriptedModel([{ text: "Hi." }]);
    await using agent = await startSpeaking(model, messenger);
    await messenger.say("hello");
    await messenger.received(1);
    await agent.stop();
    const { read } = agent.store;
    const [chat] = await read.chats.byAddress("scripted", "1");
    if (!chat) throw new Error("there is no place");
    const before = await read.events.since(chat.id, 0, 100);
    let rings = 0;
    const deps = {
      store: agent.store,
      events: agent.core.events,
      clock: { now: () => 1000 },
      newId: () => `client-${isPush}`,
      outboxWakeup: { notify: () => void (rings += 1) },
      isPush: () => isPush,
      canSpeak: () => true,
    };
    const aloud = { chat: chat.id, call: toId<"call">("c1"), text: "Aloud." };
    expect([await sendVoice(aloud, deps), await sendVoice(aloud, deps), rings]).toEqual([
      { as: "voice" },
      { as: "voice" },
      2,
    ]);
    const facts = await read.events.since(chat.id, before.length, 100);
    expect(facts).toEqual([
      {
        type: "said",
        id: "call:c1",
        cause: "call",
        about: "c1",
        reply: [{ type: "text", text: "Aloud.", spoken: {} }],
        seq: before.length + 1,
        at: 1000,
      },
    ]);
    const { due: waiting } = await read.outbox.due(Number.MAX_SAFE_INTEGER, 10);
    expect(waiting.map(({ id }) => id)).toEqual(isPush ? ["call:c1:0"] : []);
    const gone = { ...aloud, chat: toId<"chat">("nowhere") };
    await expect(sendVoice(gone, deps)).rejects.toMatchObject({ code: "missing" });
  },
);
