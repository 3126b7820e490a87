import { approvals } from "@reeve/operations/work/approvals";
import { expect, test } from "vitest";
import { createNotes } from "../src/features/notes/create-notes.ts";
import { noteDelete } from "../src/features/notes/tools/delete.ts";
import { memoryForget } from "../src/tools/memory/forget.ts";
import { askAs } from "../src/operations/ask.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { questionIn } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const WAITS = { text: "It waits for you." };
const DELETE = { calls: [{ name: "note_delete", args: { id: "n1" } }] };
const NAMED = 'Permanently delete the note "Boiler code" (n1)?';
const PLAIN = 'Permanently delete the note "n1"?';

async function keepNote(agent: RunningAgent, name: string, title?: string): Promise<void> {
  const { person } = await callerOf(agent, { name });
  const owner = { tenant: person.tenant, person: person.id };
  const notes = createNotes(agent.store, owner, { now: () => 0 });
  await notes.create({ id: "n1", title, text: "4711 opens it." });
}

async function start(answers: readonly object[], roles = {}) {
  const messenger = scriptedChannel();
  const agent = await startAgent({
    model: scriptedModel([{ text: "Hello." }, ...answers, WAITS]),
    channels: [messenger],
    tools: [noteDelete, memoryForget],
    roles,
  });
  return { messenger, agent, [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose]() };
}

test("a question names what an id stands for, in the asker's language", async () => {
  await using story = await start([DELETE, WAITS, DELETE]);
  const { messenger, agent } = story;
  await messenger.say("hello");
  await messenger.received(1);
  await keepNote(agent, "ann", "Boiler code");
  await messenger.say("delete the boiler note");
  expect((await questionIn(messenger, 3)).question).toBe(NAMED);
  await messenger.say("lösche sie", { language: "de" });
  const { question } = await questionIn(messenger, 5);
  expect(question).toBe('Die Notiz "Boiler code" (n1) endgültig löschen?');
});

test("a note without a title is named by its first words", async () => {
  await using story = await start([DELETE]);
  const { messenger, agent } = story;
  await messenger.say("hello");
  await messenger.received(1);
  await keepNote(agent, "ann");
  await messenger.say("delete the boiler note");
  expect((await questionIn(messenger, 3)).question).toBe(
    'Permanently delete the note "4711 opens it." (n1)?',
  );
});

test("an id that stands for nothing is shown alone", async () => {
  await using story = await start([DELETE]);
  const { messenger } = story;
  await messenger.say("hello");
  await messenger.received(1);
  await messenger.say("delete the boiler note");
  expect((await questionIn(messenger, 3)).question).toBe(PLAIN);
});

test("what is to be forgotten is named", async () => {
  const forget = { calls: [{ name: "memory_forget", args: { id: "n1" } }] };
  await using story = await start([forget]);
  const { messenger, agent } = story;
  await messenger.say("hello");
  await messenger.received(1);
  await keepNote(agent, "ann", "Boiler code");
  await messenger.say("forget the boiler note");
  expect((await questionIn(messenger, 3)).question).toBe(
    'Permanently forget "Boiler code" (n1) and everything derived from it? This can\'t be undone.',
  );
});

test("a group, and others who are asked, read the id alone", async () => {
  const roles = { ann: "owner", bob: "member" } as const;
  await using story = await start([{ text: "Hello." }, DELETE, WAITS, DELETE], roles);
  const { messenger, agent } = story;
  await messenger.say("hello");
  await messenger.say("hello", { sender: "bob", externalId: "2" });
  await messenger.received(2);
  await keepNote(agent, "bob", "Boiler code");
  const bob = { sender: "bob", externalId: "2" };

  await messenger.say("delete the boiler note", bob);
  expect((await questionIn(messenger, 3, "2")).question).toContain(NAMED);
  const asked = await questionIn(messenger, 2, "1");
  expect(asked.question).toContain(PLAIN);
  expect(asked.question).not.toContain("Boiler");
  const owner = askAs(agent.core.control, await callerOf(agent));
  const { items } = await owner(approvals.list, {});
  const shown = await owner(approvals.show, { id: asked.approval });
  expect(JSON.stringify([items, shown])).not.toContain("Boiler");

  await messenger.say("delete the boiler note", { ...bob, externalId: "7", kind: "group" });
  const inGroup = await questionIn(messenger, 2, "7");
  expect(inGroup.question).not.toContain("Boiler");
});
