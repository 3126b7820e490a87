import { webhooks } from "@reeve/operations/work/webhooks";
import { expect, test } from "vitest";
import { createModel } from "../src/llm/apis/create-model.ts";
import { createFallback } from "../src/llm/fallback.ts";
import { modelError } from "../src/llm/model-error.ts";
import type { Model, ModelError } from "../src/llm/model.ts";
import { withRetry } from "../src/llm/retry.ts";
import { captureLog } from "../src/llm/testing/kept-log.ts";
import { type MockServer, startMockServer } from "../src/llm/testing/mock-server.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { Secret } from "../src/platform/secret.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askAs } from "../src/operations/ask.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { nearbyWebhooks, openReceiver } from "./kit/http/webhook-receiver.ts";
import { lateStatus } from "./kit/late-status.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

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

/** A chain of two models that fail while a test says so. */
function fallibleChain() {
  const failures: { main?: ModelError | undefined; spare?: ModelError | undefined } = {};
  const of = (id: "main" | "spare") =>
    scriptedModel(
      () => {
        const error = failures[id];
        return error ? { error } : { text: `I am ${id}.` };
      },
      { id: `${id}/model` },
    );
  return { failures, chain: createFallback([of("main"), of("spare")], { log: captureLog() }) };
}

const busy = modelError("overloaded", { message: "busy", status: 503 });
const refusedKey = modelError("auth", { message: "bad key", status: 401 });
const roles = { olga: "owner", max: "member" } as const;

/** An agent with a chain of two models, whose owner has said hello in the chat `home`. */
async function openChain() {
  const { failures, chain } = fallibleChain();
  const messenger = scriptedChannel();
  const receiver = await openReceiver();
  const started = Promise.withResolvers<RunningAgent>();
  const agent = await startAgent({
    model: chain,
    channels: [messenger],
    roles,
    webhooks: nearbyWebhooks(),
    commands: [
      lateStatus(started.promise, { model: chain, clock: { now: () => 0 }, startedAt: 0 }),
    ],
  });
  started.resolve(agent);
  await messenger.say("hello", { externalId: "home", sender: "olga" });
  await messenger.received(1, "home");
  const owner = await callerOf(agent, { name: "olga", externalId: "home" });
  await askAs(agent.core.control, owner)(webhooks.create, {
    url: receiver.url,
    events: ["model.down", "model.up"],
  });
  return {
    agent,
    messenger,
    failures,
    receiver,
    textsIn: (externalId: string) => heardIn(messenger, externalId),
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

function heardIn(messenger: ScriptedChannel, chat: string): readonly string[] {
  return messenger.delivered.flatMap(({ externalId, part }) =>
    externalId === chat && "text" in part ? [part.text] : [],
  );
}

test("a model that is down is told of while a fallback model answers: to the owner, and to programs", async () => {
  await using story = await openChain();
  const { agent, messenger, failures, receiver, textsIn } = story;
  failures.main = refusedKey;
  for (const text of ["one", "two"]) {
    await messenger.say(text, { externalId: "work", sender: "max" });
    await expect.poll(() => textsIn("work")).toHaveLength(text === "one" ? 1 : 2);
  }
  expect(textsIn("work")).toEqual(["I am spare.", "I am spare."]);
  await expect.poll(() => textsIn("home")).toHaveLength(2);
  expect(textsIn("home")[1]).toBe(
    "The model provider rejected the API key for main/model. Set a new key: reeve setup. Until this is resolved, spare/model answers. The provider says: bad key",
  );
  expect(agent.core.outages()).toMatchObject([
    { model: "main/model", cause: "key", answeredBy: "spare/model" },
  ]);
  await messenger.say("/status", { externalId: "home", sender: "olga" });
  await expect.poll(() => textsIn("home")).toHaveLength(3);
  expect(textsIn("home")[2]).toContain("Until this is resolved, spare/model answers.");

  failures.main = undefined;
  await messenger.say("three", { externalId: "work", sender: "max" });
  await expect.poll(() => textsIn("work")).toHaveLength(3);
  expect(agent.core.outages()).toEqual([]);
  expect(await receiver.until((events) => events.length === 2)).toMatchObject([
    {
      type: "model.down",
      data: { model: "main/model", cause: "key", answeredBy: "spare/model" },
    },
    { type: "model.up", data: { model: "main/model" } },
  ]);
  expect(textsIn("home")).toHaveLength(3);
});

test.each([
  { main: busy, spare: refusedKey, blamed: "spare/model" },
  { main: refusedKey, spare: busy, blamed: "main/model" },
])("if both models are down, the owner is told which key is refused: $blamed", async (failing) => {
  await using story = await openChain();
  const { agent, messenger, failures, textsIn } = story;
  Object.assign(failures, { main: failing.main, spare: failing.spare });
  await messenger.say("one", { externalId: "work", sender: "max" });
  await expect.poll(() => textsIn("home")).toHaveLength(2);
  expect(textsIn("home")[1]).toBe(
    `The model provider rejected the API key for ${failing.blamed}. Set a new key: reeve setup. Messages wait until this is resolved. The provider says: bad key`,
  );
  expect(agent.core.outages().map(({ model }) => model)).toEqual(["main/model", "spare/model"]);

  Object.assign(failures, { main: undefined, spare: undefined });
  await messenger.say("two", { externalId: "home", sender: "olga" });
  await expect.poll(() => textsIn("work")).toContain("I am main.");
  await expect.poll(() => textsIn("home")).toContain("I am main.");
});

test("a fallback model that is back answers what waits", async () => {
  await using story = await openChain();
  const { agent, messenger, failures, textsIn } = story;
  Object.assign(failures, { main: busy, spare: busy });
  await messenger.say("one", { externalId: "work", sender: "max" });
  await expect.poll(() => agent.store.read.modelWaits.list()).toHaveLength(1);
  failures.spare = undefined;
  await messenger.say("two", { externalId: "home", sender: "olga" });
  await expect.poll(() => textsIn("work")).toContain("I am spare.");
  expect(agent.core.outages()).toMatchObject([{ model: "main/model", answeredBy: "spare/model" }]);
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
