import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { expect, test } from "vitest";
import { costOfRequest } from "../src/core/context/tokens/estimate-tokens.ts";
import { MEMORY_FLUSH_HINT } from "../src/core/context/flush-hint.ts";
import { NO_FILES } from "../src/core/context/system-prompt.ts";
import type { Message, ModelRequest } from "../src/llm/model.ts";
import { modelError } from "../src/llm/model-error.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const WINDOW = 32_000;
const RULE = "Always call me captain.";
const POLICY = "Never delete files without asking.";
const SUMMARY =
  "Intent: to test. Decisions: none. Context: chat. Actions: looked. Open items: none.";

const look = fakeTool("look", { run: async () => "a long result ".repeat(150) });
const promptFiles = async () => ({ ...NO_FILES, memory: RULE });

/** Refuses what a provider would refuse; every fifth message is looked into first. */
function strictly(request: ModelRequest): ScriptedAnswer {
  if (costOfRequest(request) > WINDOW)
    return { error: modelError("overflow", { message: "too long" }) };
  expect(unpaired(request.messages)).toEqual([]);
  expect(request.system.join("\n")).toContain(RULE);
  expect(JSON.stringify(request)).toContain(POLICY);
  const last = request.messages.at(-1);
  const asked = /message (\d+)/.exec(last?.text ?? "")?.[1];
  if (last?.role === "user" && Number(asked) % 5 === 0)
    return { calls: [{ name: "look", args: {} }] };
  return { text: `Aye, captain. ${"This is what I think about it. ".repeat(8)}` };
}

/** Calls without a result behind them, and results without a call before them. */
function unpaired(messages: readonly Message[]): readonly string[] {
  const calls = messages.flatMap((one) => (one.role === "assistant" ? one.calls : []));
  const asked = calls.map(({ id }) => id);
  const told = messages.flatMap((one) => (one.role === "tool" ? [one.call] : []));
  return [...asked.filter((id) => !told.includes(id)), ...told.filter((id) => !asked.includes(id))];
}

function tokensBy(home: string): Readonly<Record<string, number>> {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  const rows = database
    .prepare(
      "select purpose, sum(input_tokens + output_tokens) as tokens from usage group by purpose",
    )
    .all();
  return Object.fromEntries(rows.map(({ purpose, tokens }) => [String(purpose), Number(tokens)]));
}

async function converse(
  messenger: ReturnType<typeof scriptedChannel>,
  from: number,
  count: number,
) {
  for (let n = from; n < from + count; n += 1) {
    await messenger.say(
      `message ${n}:\n${n === 1 ? POLICY : ""}\n${"what do you think about this? ".repeat(10)}`,
      {
        id: `m${n}`,
      },
    );
    await messenger.received(n);
  }
}

test(
  "a thousand messages in a small window are all answered, and summing up is cheap",
  { timeout: 120_000 },
  async () => {
    const messenger = scriptedChannel();
    const model = scriptedModel(strictly, { contextTokens: WINDOW });
    const utility = scriptedModel(() => ({ text: SUMMARY }), { contextTokens: WINDOW });
    await using agent = await startAgent({
      model,
      utility,
      channels: [messenger],
      tools: [look],
      promptFiles,
    });

    await converse(messenger, 1, 500);

    const texts = messenger.delivered.map(({ part }) =>
      part.type === "text" ? part.text : part.type,
    );
    expect(texts.filter((text) => !text.startsWith("Aye, captain."))).toEqual([]);
    const { think = 0, compact = 0 } = tokensBy(agent.home);
    const sessions = await agent.store.read.sessions.list(100);
    expect(sessions.length).toBeGreaterThan(3);
    expect(sessions.slice(1).map(({ reason }) => reason)).toEqual(
      sessions.slice(1).map(() => "compacted"),
    );
    expect(utility.requests.length).toBeGreaterThan(2);
    expect(compact / (think + compact)).toBeLessThan(0.1);
    expect((await endStory(agent, model)).length).toBe(500);
  },
);

const down = () => ({ error: modelError("server", { message: "it broke" }) });

test.each([
  { name: "fails", answer: down },
  { name: "says nothing", answer: () => ({ text: " " }) },
  { name: "is not there", answer: undefined },
])("where the model that sums up $name, rules shorten the conversation", async ({ answer }) => {
  const messenger = scriptedChannel();
  const model = scriptedModel(strictly, { contextTokens: WINDOW });
  const context = { compactMessages: 30, keepMessages: 4 };
  const options = { model, channels: [messenger], tools: [look], promptFiles, context };
  const utility = answer && scriptedModel(answer);
  await using agent = await startAgent({ ...options, ...(utility && { utility }) });

  await converse(messenger, 1, 20);

  const summary = model.requests.at(-1)?.messages[0]?.text;
  expect(summary).toMatch(/^<context type="summary">\n.*\n- \[.*message \d+: what do you think/s);
  expect(await endStory(agent, model)).toHaveLength(20);
});

test("a conversation that is too long when it is taken up again is summed up in parts first", async () => {
  const wide = scriptedChannel();
  const model = scriptedModel(strictly, { contextTokens: WINDOW });
  const huge = scriptedModel(() => ({ text: "Well. ".repeat(40) }), { contextTokens: 1_000_000 });
  const never = { compactMessages: 100_000 };
  const options = { tools: [look], promptFiles, context: never };
  await using before = await startAgent({ ...options, model: huge, channels: [wide] });
  await converse(wide, 1, 120);
  await before.stop();

  const messenger = scriptedChannel();
  const utility = scriptedModel(() => ({ text: SUMMARY }), { contextTokens: 8000 });
  const deps = { ...options, model, utility, channels: [messenger], home: before.home };
  await using agent = await startAgent({ ...deps, context: {} });
  await messenger.say("message 121", { id: "m121" });
  await messenger.received(1);

  expect(utility.requests.length).toBeGreaterThan(2);
  expect(utility.requests.filter((request) => costOfRequest(request) > 8000)).toEqual([]);
  expect(utility.requests.at(-1)?.messages[0]?.text).toContain(SUMMARY);
  expect(model.requests[0]?.messages[0]?.text).toContain(SUMMARY);
  expect((await endStory(agent, model, huge)).at(-1)).toBe("message 121: answered");
});

test("a request that the provider finds too long is sent once more, shortened", async () => {
  const messenger = scriptedChannel();
  const overflow = { error: modelError("overflow", { message: "too long" }) };
  const model = scriptedModel([{ text: "One." }, { text: "Two." }, overflow, { text: "Three." }]);
  const utility = scriptedModel([{ text: "They count." }]);
  await using agent = await startAgent({ model, utility, channels: [messenger] });

  for (const [index, text] of ["first", "second", "third"].entries()) {
    await messenger.say(text);
    await messenger.received(index + 1);
  }

  const [, , refused, shortened] = model.requests;
  expect(messenger.delivered.at(-1)?.part).toEqual({ type: "text", text: "Three." });
  expect(shortened?.id).toBe(refused?.id);
  expect(shortened?.messages.at(0)?.text).toContain("They count.");
  expect(shortened?.messages.at(-1)?.text).toContain("third");
  expect(await endStory(agent, model)).toHaveLength(3);
});

test("a provider that finds everything too long gets shorter requests, then the sender an honest line", async () => {
  const messenger = scriptedChannel();
  const overflow = { error: modelError("overflow", { message: "too long" }) };
  const model = scriptedModel((request) =>
    request.messages.at(-1)?.text.includes("last") ? overflow : { text: "Fine." },
  );
  await using agent = await startAgent({ model, channels: [messenger] });

  for (const [index, text] of ["one", "two", "three", "last"].entries()) {
    await messenger.say(text);
    await messenger.received(index + 1);
  }

  const sizes = model.requests.slice(3).map(({ messages }) => messages.length);
  expect(sizes).toEqual([7, 3, 1]);
  expect(messenger.delivered.at(-1)?.part).toMatchObject({ type: "notice", code: "failed" });
  await endStory(agent, model);
});

test("the agent is told once to write down what matters, before the conversation is summed up", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(strictly, { contextTokens: WINDOW });
  const context = { hintTokens: 2000 };
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [look],
    promptFiles,
    context,
  });

  await converse(messenger, 1, 30);

  const inputs = model.requests
    .at(-1)
    ?.messages.filter(({ text }) => text.includes(MEMORY_FLUSH_HINT));
  expect(inputs).toHaveLength(1);
  expect(await endStory(agent, model)).toHaveLength(30);
});
