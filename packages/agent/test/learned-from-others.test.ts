import path from "node:path";
import { expect, test } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { type Integrity, type Label } from "../src/kernel/label.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { createKnowledge } from "../src/memory/knowledge.ts";
import { openFolder } from "../src/platform/folder.ts";
import { addTurn, newFact } from "../src/store/testing/rows.ts";
import { textsIn } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { lateStatus } from "./kit/late-status.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const NOW = Date.UTC(2026, 1, 20, 15, 30);
const clock = { now: () => NOW, timeZone: "UTC" };

async function start() {
  const messenger = scriptedChannel();
  const model = scriptedModel([]);
  const started = Promise.withResolvers<RunningAgent>();
  const roles = { ann: "owner", bob: "admin" } as const;
  const commands = [lateStatus(started.promise, { model, clock, startedAt: 0 })];
  const agent = await startAgent({ model, channels: [messenger], roles, clock, commands });
  started.resolve(agent);
  const ask = async (text: string, sender = "ann") => {
    const externalId = `chat of ${sender}`;
    const before = textsIn(messenger, externalId).length;
    await messenger.say(text, { sender, externalId });
    await messenger.received(before + 1, externalId);
    return textsIn(messenger, externalId).slice(before).join("\n");
  };
  return { agent, ask, [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose]() };
}

async function remember({ home }: RunningAgent, content: string, by: Integrity): Promise<void> {
  const source = { kind: "page", where: "a.example", integrity: by } as const;
  const label: Label = { integrity: by, audience: "owner", sources: [source] };
  const folder = openFolder(path.join(home, "workspace"));
  await createKnowledge(folder, { clock, label }).append({
    content,
    target: "persistent",
    key: content,
  });
}

test("the owner reads how much was learned from others, and confirms it", async () => {
  await using started = await start();
  const { agent, ask } = started;
  expect(await ask("/briefing")).not.toContain("/memory");
  expect(await ask("/status")).not.toContain("/memory");

  await remember(agent, "The shop closes at six.", "web");
  await remember(agent, "Ann likes tea.", "owner");
  const { person } = await callerOf(agent);
  await addTurn(agent.store);
  await agent.store.commit("learn", async (tx) => {
    await tx.facts.add(newFact("f1", { text: "Ann's dog is Rex.", audience: person.id }));
    const heard = { audience: person.id, integrity: "stranger" } as const;
    await tx.facts.add(newFact("f2", { ...heard, text: "Ann owes Eve money." }));
  });
  expect(await ask("/briefing")).toContain("To confirm\n- 2 things learned from others: /memory");
  expect(await ask("/status")).toContain("2 things learned from others: /memory");
  // What is not the admin's is not told to them.
  expect(await ask("/briefing", "bob")).not.toContain("/memory");
  expect(await ask("/status", "bob")).not.toContain("/memory");

  const list = await ask("/memory");
  expect(list).toMatch(
    /^- The shop closes at six\.\n {2}[\da-f]{16}\n- Ann owes Eve money\.\n {2}f2$/,
  );
  const entry = /[\da-f]{16}/.exec(list)?.[0] ?? "";
  expect(await ask(`/memory ${entry}`)).toBe(`Confirmed: ${entry}`);
  expect(await ask("/briefing")).toContain("- 1 thing learned from others: /memory");
  expect(await ask("/memory f2")).toBe("Confirmed: f2");
  expect(await ask("/briefing")).not.toContain("/memory");
  expect(await ask("/memory f2")).toContain("f2");
  expect((await agent.store.read.facts.byId(newFact("f2").id))?.confirmedBy).toBe(person.id);

  // Both are changes like any other.
  await ask("/undo");
  await ask("/undo");
  expect(await ask("/briefing")).toContain("- 2 things learned from others: /memory");
});
