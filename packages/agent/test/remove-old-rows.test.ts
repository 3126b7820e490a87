import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sessions } from "@reeve/operations/work/sessions";
import { expect, test } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { noteCreate } from "../src/features/notes/tools/create.ts";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { askOf } from "./kit/ask-of.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const DAY_MS = 86_400_000;
const STARTED = Date.UTC(2026, 1, 20, 15, 30);

test("steps and calls of an ended session are removed, and what was said stays", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  let now = STARTED;
  const deps = { home, clock: { now: () => now }, tools: [noteCreate], retentionDays: 30 };
  {
    const messenger = scriptedChannel();
    const model = scriptedModel([
      { calls: [{ name: "note_create", args: { text: "buy milk" } }] },
      { text: "I noted it." },
      { text: "You are welcome." },
    ]);
    await using agent = await startAgent({ ...deps, channels: [messenger], model });
    await messenger.say("Note that I buy milk");
    await messenger.received(1);
    await askOf(agent, { name: "ann" })(sessions.new, {});
    await messenger.say("Thank you");
    await messenger.received(2);
    const told = await turnsOf(agent);
    expect(told.map(({ steps }) => steps)).toEqual([2, 1]);
    await expect.poll(() => agent.store.read.sessions.withoutSummary(9)).toEqual([]);
  }
  now += 31 * DAY_MS;
  const model = scriptedModel([]);
  await using agent = await startAgent({ ...deps, channels: [scriptedChannel()], model });
  await expect.poll(() => turnsOf(agent)).toMatchObject([{ steps: 0 }, { steps: 1 }]);
  const [chat] = await agent.store.read.chats.byAddress("scripted", "1");
  const said = await agent.store.read.messages.newest(chat?.id ?? toId(""), 9);
  expect(said.map(({ text }) => text)).toEqual([
    "Note that I buy milk",
    "I noted it.",
    "Thank you",
    "You are welcome.",
  ]);
  await agent.stop();
  await rm(home, { recursive: true });
});

async function turnsOf({ store }: RunningAgent) {
  const ended = await store.slow.sessions.list(9);
  const turns: { steps: number }[] = [];
  for (const { id } of ended.toReversed())
    for (const { steps } of await store.slow.turns.history(id, 9))
      turns.push({ steps: steps.length });
  return turns;
}
