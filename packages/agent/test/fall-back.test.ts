import { expect, test } from "vitest";
import { createModel } from "../src/llm/apis/create-model.ts";
import { createFallback } from "../src/llm/fallback.ts";
import type { Model } from "../src/llm/model.ts";
import { withRetry } from "../src/llm/retry.ts";
import { captureLog } from "../src/llm/testing/kept-log.ts";
import { type MockServer, startMockServer } from "../src/llm/testing/mock-server.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { Secret } from "../src/platform/secret.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const down = { refusal: { status: 500, message: "internal error" } };

/** Creates a model behind a real HTTP server, with three attempts without a pause. */
function servedModel({ url }: MockServer): Model {
  const choice = {
    provider: "anthropic",
    model: "claude-sonnet-5-5",
    baseUrl: `${url}/v1`,
    key: new Secret("none"),
  };
  const model = createModel(choice, { entry: undefined, clock: { now: Date.now } });
  return withRetry(model, { wait: async () => {}, random: () => 0 });
}

test("a model that goes down in the middle of a turn is followed by the next one", async () => {
  await using server = await startMockServer();
  server.push({ calls: [{ name: "look_up", args: {} }] }, down, down, down);
  const spare = scriptedModel([{ text: "Found by the spare model." }], { id: "spare/model" });
  const messenger = scriptedChannel();
  await using agent = await startAgent({
    model: createFallback([servedModel(server), spare], { log: captureLog() }),
    channels: [messenger],
    tools: [fakeTool("look_up")],
  });

  await messenger.say("look it up");
  const [reply] = await messenger.received(1);

  expect(reply?.part).toEqual({ type: "text", text: "Found by the spare model." });
  expect(server.requests).toHaveLength(4);
  expect(spare.requests[0]?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
  ]);
  expect(await endStory(agent)).toEqual(["look it up: answered"]);
});

test("with nobody left to ask, the message waits, and is answered once when somebody is back", async () => {
  await using server = await startMockServer();
  server.push(down, down, down, { text: "Back again." });
  const messenger = scriptedChannel();
  await using agent = await startAgent({ model: servedModel(server), channels: [messenger] });

  await messenger.say("hello");
  const [reply] = await messenger.received(1);

  expect(reply?.part).toEqual({ type: "text", text: "Back again." });
  expect(await endStory(agent)).toEqual(["hello: answered"]);
});
