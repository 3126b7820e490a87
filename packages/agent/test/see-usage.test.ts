import { usage as usageOperations } from "@reeve/operations/agent/usage";
import { expect, test } from "vitest";
import type { Role } from "../src/kernel/principal.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { openReeveCommands } from "./kit/reeve-commands.ts";
import { startAgent } from "./kit/start-agent.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

const NOW = Date.UTC(2026, 1, 20, 12);
const rates = { input: 1_000_000_000n, output: 5_000_000_000n, cacheRead: 100_000_000n };

/** Opens a story in which Ann, the owner, and Bob have each asked for something. */
async function openStory(roles: Readonly<Record<string, Role>>) {
  const messenger = scriptedChannel();
  const usage = { inputTokens: 1000, cachedTokens: 400, outputTokens: 50 };
  const model = scriptedModel(
    ({ messages }) => {
      const isAsked = messages.at(-1)?.role === "user";
      const calls = ["fake_read", "fake_look"].map((name) => ({ name, args: {} }));
      const isBob = messages.some(({ text }) => text.includes("bob"));
      if (isAsked && isBob) return { calls, usage: { ...usage, costNano: 3_000_001n } };
      return { text: "Fine.", usage: { ...usage, costNano: 1_500_000n } };
    },
    { price: { ...rates, cacheWrite: 1_250_000_000n, tiers: [] } },
  );
  const agent = await startAgent({
    model,
    roles,
    channels: [messenger],
    tools: [fakeTool("fake_read"), fakeTool("fake_look")],
    clock: { now: () => NOW },
  });
  await messenger.say("hello", { sender: "ann", externalId: "1" });
  await messenger.received(1, "1");
  await messenger.say("hello", { sender: "bob", externalId: "=2" });
  await messenger.received(1, "=2");
  return {
    agent,
    as: (name: string) => askOf(agent, { name }),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

const sums = { unpriced: 0, cacheWriteTokens: 0, reasoningTokens: 0 };

/** Returns the total usage of this many of the story's requests. */
function of(calls: number, costUsd: string) {
  return {
    ...sums,
    calls,
    inputTokens: calls * 1000,
    cachedTokens: calls * 400,
    outputTokens: calls * 50,
    costUsd,
  };
}

test("the owner sees what everybody used, by tools as well, and others their own", async () => {
  await using story = await openStory({ ann: "owner", bob: "member" });
  const { as } = story;
  const days = { from: "2026-02-01", to: "2026-02-20" };
  expect(await as("ann")(usageOperations.summary, {})).toEqual({
    by: "day",
    ...days,
    rows: [{ key: "2026-02-20", name: "2026-02-20", ...of(3, "0.006000001") }],
    total: of(3, "0.006000001"),
  });
  expect(await as("ann")(usageOperations.summary, { by: "person" })).toMatchObject({
    rows: [
      { name: "bob", costUsd: "0.004500001" },
      { name: "ann", costUsd: "0.0015" },
    ],
  });
  expect(await as("ann")(usageOperations.summary, { by: "tool" })).toMatchObject({
    rows: [
      { key: "(think)", calls: 2, costUsd: "0.003" },
      { key: "fake_read", calls: 1, costUsd: "0.001500001" },
      { key: "fake_look", calls: 1, costUsd: "0.0015" },
    ],
  });
  expect(await as("bob")(usageOperations.summary, {})).toMatchObject({
    total: of(2, "0.004500001"),
  });
  await expect(as("bob")(usageOperations.summary, { person: "ann" })).rejects.toMatchObject({
    code: "denied",
  });
  await expect(as("bob")(usageOperations.prices, {})).rejects.toMatchObject({ code: "denied" });
  await expect(
    as("ann")(usageOperations.summary, { from: "2026-02-21", to: "2026-02-20" }),
  ).rejects.toMatchObject({ code: "invalid", message: "2026-02-21 is after 2026-02-20." });
});

test("requests are exported as a table in which nothing is a formula", async () => {
  await using story = await openStory({ ann: "owner", bob: "guest" });
  const { as } = story;
  const { csv, next } = await as("ann")(usageOperations.export, {});
  const lines = csv.split("\r\n");
  expect([next, lines.length, lines[0]]).toEqual([
    null,
    5,
    "at,day,person,place,agent,session,turn,step,purpose,tools,model,input_tokens,cached_tokens,cache_write_tokens,output_tokens,reasoning_tokens,cost_usd",
  ]);
  expect(lines[2]).toMatch(
    /^2026-02-20T12:00:00\.000Z,2026-02-20,[^,]+,scripted\/=2,main,[^,]+,[^,]+,0,think,fake_read fake_look,scripted\/model,1000,400,0,50,0,0\.003000001$/,
  );
  const own = (await as("bob")(usageOperations.export, {})).csv.trimEnd().split("\r\n");
  expect(own).toHaveLength(3);
});

test("what models cost is known since when", async () => {
  await using story = await openStory({ ann: "owner", bob: "owner" });
  expect((await story.as("ann")(usageOperations.prices, {})).items).toEqual([
    {
      model: "scripted/model",
      since: NOW,
      rates: { input: "1", output: "5", cacheRead: "0.1", cacheWrite: "1.25", tiers: [] },
    },
  ]);
});

test(
  "the command shows usage as text, as JSON and as a table",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    await reeve.run(["chat"], "calculate 2^10");
    const shown = await reeve.run(["usage", "--by", "model"]);
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(
      /^\d{4}-\d\d-01 to \d{4}-\d\d-\d\d, by model\noffline\/rules {2}\$0 {2}2 requests, [\d,]+ tokens in \(0 cached\), \d+ out, 2 with an unknown price\nall {12}\$0 {2}2 requests, /,
    );
    const { rows } = JSON.parse((await reeve.run(["usage", "--by", "tool", "--json"])).out);
    expect(rows.map(({ key }: { key: string }) => key).toSorted()).toEqual([
      "(think)",
      "utility_calculate",
    ]);
    const table = (await reeve.run(["usage", "--csv"])).out.trimEnd().split("\r\n");
    expect(table.map((line) => line.split(",").slice(8, 11).join(","))).toEqual([
      "purpose,tools,model",
      "think,utility_calculate,offline/rules",
      "think,,offline/rules",
    ]);
    expect((await reeve.run(["usage", "--prices"])).out).toMatch(
      /^Dollars per million tokens:\noffline\/rules {2}since \d{4}-\d\d-\d\d: unknown, counts as free\n$/,
    );
    const wrong = await reeve.run(["usage", "--by", "colour"]);
    expect([wrong.code, wrong.out]).toEqual([2, ""]);
  },
);
