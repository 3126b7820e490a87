import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { SessionSummary } from "../src/core/turns/sessions/summary-work.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import type { ModelRequest } from "../src/llm/model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { memorySearch } from "../src/tools/memory/search.ts";
import { sessionSearch } from "../src/tools/memory/session-search.ts";
import { noteCreate } from "../src/features/notes/tools/create.ts";
import { memoryWrite } from "../src/tools/memory/write.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "./kit/start-agent.ts";

const tools = [memorySearch, sessionSearch, memoryWrite, noteCreate];

/** Calls the tool that a message names, with what stands behind it: `memory_search: Porto`. */
function obey({ messages }: ModelRequest): ScriptedAnswer {
  const last = messages.at(-1);
  if (last?.role !== "user") return { text: "Done." };
  const [, name = "", text = ""] =
    /<user_message>(\w+): (.*?)<\/user_message>/.exec(last.text) ?? [];
  if (name === "") return { text: "Fine." };
  const argsOf: Readonly<Record<string, unknown>> = {
    note_create: { text },
    memory_write: { content: text, target: "persistent" },
  };
  return { calls: [{ name, args: argsOf[name] ?? { query: text } }] };
}

const findings = z.object({
  hits: z.array(
    z.object({
      source: z.string(),
      path: z.string().optional(),
      id: z.string().optional(),
      text: z.string(),
    }),
  ),
  index: z.string(),
});

/** Starts an agent with searches, and a way to wait for its indexing. */
async function startStory(options: Partial<AgentOptions> = {}) {
  const messenger = scriptedChannel();
  const model = scriptedModel(obey);
  const agent = await startAgent({
    model,
    channels: [messenger],
    tools,
    indexes: true,
    ...options,
  });
  let answers = 0;
  const tell = async (text: string, externalId = "1") => {
    await messenger.say(text, { externalId, ...(externalId === "1" ? {} : { sender: "bob" }) });
    answers += 1;
    await messenger.received(answers);
    return model.requests.at(-1)?.messages.at(-1)?.text ?? "";
  };
  return {
    agent,
    model,
    tell,
    workspace: path.join(agent.home, "workspace"),
    /** Returns the text of the best hit, and its source. */
    find: async (tool: string, query: string, externalId?: string) => {
      const { hits, index } = findings.parse(
        JSON.parse(await tell(`${tool}: ${query}`, externalId)),
      );
      const found = hits.map(({ source, text, ...where }) => [source, where.path, text]);
      return { found, index };
    },
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

test("a file that is changed while the agent runs is found as it is, and gone with the file", async () => {
  await using story = await startStory();
  const { agent, model, workspace, find } = story;
  const file = path.join(workspace, "knowledge/locker.md");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "# Locker\n\nThe code is 7481.\n");
  await agent.indexed();
  expect(await find("memory_search", "locker code")).toEqual({
    found: [["memory", "knowledge/locker.md#1", "# Locker\n\nThe code is 7481."]],
    index: "complete",
  });

  await writeFile(file, "# Locker\n\nThe code is 9316.\n");
  await agent.indexed();
  expect((await find("memory_search", "locker code")).found).toEqual([
    ["memory", "knowledge/locker.md#2", "# Locker\n\nThe code is 9316."],
  ]);

  await rm(file);
  await agent.indexed();
  expect((await find("memory_search", "locker code")).found).toEqual([]);
  await endStory(agent, model);
});

test("what the agent wrote down and what was noted is found by its own search", async () => {
  await using story = await startStory();
  const { agent, model, tell, find } = story;
  await tell("memory_write: Ann collects stamps.");
  await tell("note_create: Buy a stamp album.");
  await agent.indexed();

  const { found } = await find("memory_search", "stamps");
  expect(found.map(([source, , text]) => [source, text])).toEqual([
    ["learned", "# Memory\n\n## Notes\n\n- Ann collects stamps."],
    ["note", "Buy a stamp album."],
  ]);
  await endStory(agent, model);
});

test("an earlier message of the chat is found there, and in no other chat", async () => {
  await using story = await startStory({ roles: { ann: "owner", bob: "member" } });
  const { agent, model, tell, find } = story;
  await tell("The ferry leaves at nine.");
  await tell("The weather is fine.", "2");
  await agent.indexed();

  const mine = await find("session_search", "ferry");
  expect(mine.found[0]).toEqual(["chat", undefined, "The ferry leaves at nine."]);
  expect(JSON.stringify(mine.found)).not.toContain("session_search");
  const theirs = await find("session_search", "ferry", "2");
  expect(JSON.stringify(theirs.found)).not.toContain("nine");
  await endStory(agent, model);
});

test("a member finds nothing of the owner's", async () => {
  await using story = await startStory({ roles: { ann: "owner", bob: "member" } });
  const { agent, model, workspace, tell, find } = story;
  await mkdir(path.join(workspace, "memory"), { recursive: true });
  await writeFile(path.join(workspace, "memory/secret.md"), "The safe is behind the clock.");
  await tell("note_create: The safe opens at noon.");
  await tell("note_create: Bob has no safe.", "2");
  await agent.indexed();

  const { found } = await find("memory_search", "safe", "2");
  expect(found).toEqual([["note", undefined, "Bob has no safe."]]);
  await endStory(agent, model);
});

/** Returns the summaries of the first chat that are searched. */
async function summariesOf({ store }: RunningAgent) {
  const chat = (await store.read.chats.byAddress("scripted", "1"))[0];
  if (!chat) return [];
  const { tenant, uid: audience, id } = chat;
  const scope = { tenant, audience, chat: id, source: "session" } as const;
  const passages = await store.read.passages.list(scope);
  return passages.map(({ ref, text, integrity }) => ({ ref, text, integrity }));
}

test("what a session came to is searched once it has ended", async () => {
  const kept = Promise.withResolvers<void>();
  const utility = scriptedModel([{ text: "Ann plans a trip to Porto." }]);
  const saveDailySummary = async () => kept.resolve();
  await using story = await startStory({ utility, saveDailySummary });
  const { agent, model, tell } = story;
  await tell("I plan a trip to Porto.");
  const session = (await agent.store.read.sessions.list(1))[0]?.id;
  await askAs(agent.core.control, await callerOf(agent))(sessions.new, {});
  await kept.promise;
  await endStory(agent, model);
  expect(await summariesOf(agent)).toEqual([
    { ref: session, text: "Ann plans a trip to Porto.", integrity: "owner" },
  ]);
});

test("what a conversation that was shortened came to is searched, and kept for the day's log", async () => {
  const kept: string[] = [];
  const utility = scriptedModel(() => ({ text: "Intent: Porto." }));
  const saveDailySummary = async ({ text }: SessionSummary) => void kept.push(text);
  const context = { keepMessages: 2, compactMessages: 3 };
  await using story = await startStory({ utility, saveDailySummary, context });
  const { agent, model, tell } = story;
  for (const text of ["I plan a trip.", "To Porto it goes.", "In spring, by train."])
    await tell(`${text} ${"And so on. ".repeat(20)}`);
  await endStory(agent, model);
  const summaries = await summariesOf(agent);
  expect(summaries.length).toBeGreaterThan(0);
  expect(new Set(summaries.map(({ text }) => text))).toEqual(new Set(["Intent: Porto."]));
  expect(kept).toEqual(summaries.map(({ text }) => text));
});
