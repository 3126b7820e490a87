import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const roles = { ann: "owner", bob: "member" } as const;

/** Returns the context placed beside the newest input of each request, without dates. */
function told(model: ReturnType<typeof scriptedModel>) {
  return model.requests.map(({ messages }) =>
    [
      ...(messages.at(-1)?.text ?? "").matchAll(
        /^<context type="(?:feed|notes)".*\n(?:.*\n)*?<\/context>/gm,
      ),
    ].map(([block]) => block.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "DATE")),
  );
}

test("what was said in another chat goes along with a message it bears on, once", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const options = { model, channels: [messenger], roles, recalls: true };
  await using agent = await startAgent(options);
  const ask = async (text: string, externalId: string, sender: string) => {
    await messenger.say(text, { externalId, sender });
    await messenger.received(model.requests.length + 1);
  };
  await ask("The locker code is 7481.", "bob", "bob");
  await ask("What is the locker code?", "ann", "ann");
  await ask("Say the locker code again", "ann", "ann");
  await ask("What is the locker code?", "carl", "bob");

  const locker = `<context type="feed" integrity="member" audience="person">
[DATE bob] The locker code is 7481.
</context>`;
  expect(told(model)).toEqual([[], [locker], [], [locker]]);
  await endStory(agent, model);
});

test("a group is told nothing from another chat, and neither is another person", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  await using agent = await startAgent({ model, channels: [messenger], roles, recalls: true });

  const ask = async (text: string, where: Parameters<typeof messenger.say>[1]) => {
    await messenger.say(text, where);
    await messenger.received(model.requests.length + 1);
  };
  await ask("The locker code is 7481.", { externalId: "ann", sender: "ann" });
  await ask("What is the locker code?", { externalId: "bob", sender: "bob" });
  await ask("What is the locker code?", { externalId: "g", kind: "group", sender: "ann" });

  expect(told(model)).toEqual([[], [], []]);
  await endStory(agent, model);
});

test("a message is answered although memory cannot be searched", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  await using agent = await startAgent({ model, channels: [messenger], roles, recalls: true });
  // The search, which begins with the first message, prepares its statements once.
  using database = new DatabaseSync(path.join(agent.home, "reeve.db"));
  database.exec("drop table vector_segments");
  await messenger.say("I have a locker.", { externalId: "ann", sender: "ann" });
  await messenger.received(1);
  await agent.store.commit("index-messages", (tx) => tx.messages.index());

  await messenger.say("What is the locker code?", { externalId: "ann", sender: "ann" });
  await messenger.received(2);

  const sentences = agent.logged.map(({ sentence }) => sentence);
  expect(sentences).toContain("memory search for a message failed");
  expect(await endStory(agent, model)).toEqual([
    "I have a locker.: answered",
    "What is the locker code?: answered",
  ]);
});

test("a reply that is fetched is found with the sources of its turn", async () => {
  const messenger = scriptedChannel();
  const { push: _, ...fetched } = messenger;
  const look = fakeTool("look", { run: async () => "7481" });
  const model = scriptedModel([{ calls: [{ name: "look", args: {} }] }, { text: "It is 7481." }]);
  await using agent = await startAgent({ model, channels: [fetched], tools: [look], roles });
  await messenger.say("Look up the locker code", { externalId: "ann", sender: "ann" });
  await expect.poll(async () => (await agent.store.read.inbox.count()).answered).toBe(1);

  await agent.store.commit("index-messages", (tx) => tx.messages.index());
  const [scope] = await agent.store.read.passages.scopes("home");
  const passages = scope ? await agent.store.read.passages.list(scope) : [];
  expect(passages.map(({ text, sources }) => [text, sources])).toEqual([
    ["Look up the locker code", undefined],
    ["It is 7481.", [expect.objectContaining({ kind: "tool", where: "look" })]],
  ]);
  await endStory(agent, model);
});
