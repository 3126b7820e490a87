import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

/** Wraps the channel with one chat in which nothing arrives before `open` resolves. */
function withSlowChat(messenger: ScriptedChannel, externalId: string, open: Promise<void>) {
  const { push } = messenger;
  if (!push) throw new Error("the messenger cannot push");
  const sending = Promise.withResolvers<void>();
  const channel: ScriptedChannel = {
    ...messenger,
    push: {
      ...push,
      async deliver(address, part, options) {
        if (address.externalId === externalId) {
          sending.resolve();
          await open;
        }
        return push.deliver(address, part, options);
      },
    },
  };
  return { channel, sending: sending.promise };
}

test(
  "a reply that fails to leave twice arrives once, its parts in order",
  { timeout: 15_000 },
  async () => {
    const messenger = scriptedChannel({ failures: 2 });
    const model = scriptedModel([
      { calls: [{ name: "ton_send", args: {} }] },
      { text: "It waits for you." },
    ]);
    const tool = fakeTool("ton_send", { effect: "pay" });
    await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

    await messenger.say("send");
    await messenger.received(2);

    expect(messenger.delivered.map(({ part }) => part)).toMatchObject([
      { type: "text", text: "It waits for you." },
      { type: "approval", question: "Run ton_send?" },
    ]);
    expect(await endStory(agent, model)).toEqual(["send: answered"]);
    const [row] = await agent.store.read.inbox.find("m1");
    const outbox = row?.turn ? await agent.store.read.outbox.ofTurn(row.turn) : [];
    expect(outbox.map(({ attempts, receipt }) => [attempts, receipt])).toEqual(
      messenger.delivered.map(({ clientId }, index) => [index === 0 ? 2 : 0, `out-${clientId}`]),
    );
  },
);

test("a chat in which sending takes for ever does not hold up the others", async () => {
  const messenger = scriptedChannel();
  const open = Promise.withResolvers<void>();
  const { channel, sending } = withSlowChat(messenger, "slow", open.promise);
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({ model, channels: [channel] });

  await messenger.say("hi", { externalId: "slow" });
  await sending;
  await messenger.say("hi", { externalId: "quick" });
  await messenger.received(1, "quick");
  expect(messenger.delivered.map(({ externalId }) => externalId)).toEqual(["quick"]);
  await messenger.say("again", { externalId: "quick" });
  await messenger.received(2, "quick");
  open.resolve();
  await messenger.received(3);

  expect(messenger.delivered.map(({ externalId }) => externalId)).toEqual([
    "quick",
    "quick",
    "slow",
  ]);
  expect(await endStory(agent, model)).toEqual(["hi: answered", "hi: answered", "again: answered"]);
});

test("a part that arrived without being confirmed is sent again under the same id", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  const refusals = [new Error("the disk is gone")];
  await using agent = await startAgent({
    model,
    channels: [messenger],
    refuseCommit: (point) => (point === "delivered" ? refusals.pop() : undefined),
  });
  let sent = 0;
  const { push } = messenger;
  if (push) {
    const deliver = push.deliver.bind(push);
    push.deliver = async (...args) => {
      sent += 1;
      const receipt = await deliver(...args);
      if (sent === 2) again.resolve();
      return receipt;
    };
  }
  const again = Promise.withResolvers<void>();

  await messenger.say("hi");
  await again.promise;

  expect(messenger.delivered.map(({ part }) => part)).toEqual([{ type: "text", text: "Hello." }]);
  expect(await endStory(agent, model)).toEqual(["hi: answered"]);
});
