import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import type { ModelRequest } from "../src/llm/model.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

/** A dollar for a million tokens read, two for a million written. */
const price = {
  input: 1_000_000_000n,
  output: 2_000_000_000n,
  cacheRead: 0n,
  cacheWrite: 0n,
  tiers: [],
};

/** A tool of a server that sends the model a text of this length, so often. */
function serverTool({ times, chars }: { readonly times: number; readonly chars: number }): Tool {
  const messages = [{ role: "user" as const, text: "word ".repeat(chars / 5) }];
  const request = { server: "far", system: undefined, messages, maxTokens: 9_000 };
  return fakeTool("mcp_far_think", {
    needs: ["mcpCall"],
    async run(_params, { mcpCall: { sampling }, signal }) {
      const texts = [];
      for (let time = 0; time < times; time += 1)
        texts.push((await sampling?.ask(request, signal))?.text);
      return texts.join(" ");
    },
  });
}

const isSample = ({ id }: ModelRequest) => id.includes(":");

async function open(
  tool: Tool,
  {
    cents = 0,
    ...options
  }: { readonly cents?: number } & Partial<Parameters<typeof startAgent>[0]>,
) {
  const messenger = scriptedChannel();
  const usage = { inputTokens: 9, cachedTokens: 0, outputTokens: 9 };
  const thinks: ScriptedAnswer[] = [{ calls: [{ name: tool.name, args: {} }] }, { text: "Done." }];
  const model = scriptedModel(
    (request) =>
      isSample(request)
        ? { text: "Yes.", usage: { ...usage, costNano: BigInt(cents) * 10_000_000n } }
        : (thinks.shift() ?? { text: "The script has ended." }),
    { price },
  );
  const agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    services: { mcpCall: ({ session, sampling }) => ({ session, sampling }) },
    ...options,
  });
  await messenger.say("go");
  await messenger.received(1);
  const newest = await agent.store.read.inbox.newest();
  if (!newest?.turn) throw new Error("there is no turn");
  const [step] = await agent.store.read.turns.steps(newest.turn);
  const { result, label } = step?.calls[0] ?? {};
  return {
    agent,
    samples: model.requests.filter(isSample),
    result,
    label,
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

test("a server's requests count for the person of the turn, and make it a source of the result", async () => {
  await using story = await open(serverTool({ times: 2, chars: 50 }), { cents: 1 });
  expect(story.result).toEqual({ type: "value", text: "Yes. Yes." });
  expect(story.samples.map(({ tools, maxTokens }) => ({ tools, maxTokens }))).toEqual([
    { tools: [], maxTokens: 2_048 },
    { tools: [], maxTokens: 2_048 },
  ]);
  const { read } = story.agent.store;
  const query = { tenant: "home", from: "2000-01-01", to: "2999-12-31" };
  const purposes = await read.usage.summary(query, "purpose");
  expect(purposes.find(({ key }) => key === "sample")).toMatchObject({
    calls: 2,
    costNano: 20_000_000n,
  });
  const people = await read.usage.summary(query, "person");
  expect(people).toMatchObject([{ calls: 4 }]);
  expect(story.label?.sources).toContainEqual({ kind: "mcp", where: "far", integrity: "tool" });
});

test("requests end with the budget of their person", async () => {
  const limits = { money: { person: { day: "0.50" } } };
  await using story = await open(serverTool({ times: 4, chars: 50 }), { cents: 30, limits });
  expect(story.samples).toHaveLength(2);
  expect(story.result).toMatchObject({
    code: "exhausted",
    text: expect.stringContaining("The request of the MCP server far stopped: "),
  });
});

test("a request that is too long is not sent", async () => {
  await using story = await open(serverTool({ times: 1, chars: 200_000 }), {});
  expect(story.samples).toEqual([]);
  expect(story.result).toMatchObject({
    code: "exhausted",
    text: expect.stringContaining("The MCP server far asked the model for too much."),
  });
});
