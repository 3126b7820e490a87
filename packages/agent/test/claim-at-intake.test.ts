import { expect, test } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import type { CommitPoint } from "../src/store/commit-point.ts";
import type { Repositories, Store } from "../src/store/store.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";
import { withRepositories } from "../src/store/testing/with-repositories.ts";

/** A store that notes its commits, and lets `change` have what an intake works with. */
function watched(change: (tx: Repositories) => Repositories = (tx) => tx) {
  const commits: CommitPoint[] = [];
  const wrap = (store: Store): Store =>
    Object.create(store, {
      commit: {
        value: (...[point, work, isRepeatable]: Parameters<Store["commit"]>) => {
          commits.push(point);
          const own = point === "accept" ? (tx: Repositories) => work(change(tx)) : work;
          return store.commit(point, own, isRepeatable);
        },
      },
    });
  return { commits, wrap };
}

const ONE_TURN = { turn: { concurrency: 1 } };

test("a message in an idle chat is stored and its turn opened in one commit", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  const { commits, wrap } = watched();
  await using agent = await startAgent({ model, channels: [messenger], wrapStore: wrap });
  await messenger.say("first");
  await messenger.received(1);
  await messenger.say("second");
  await messenger.received(2);
  expect(commits.filter((point) => point === "accept" || point === "claim")).toEqual([
    "accept",
    "accept",
  ]);
  expect(await endStory(agent, model)).toEqual(["first: answered", "second: answered"]);
});

test("messages of one chat that arrive together are answered together", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Both." }]);
  const { commits, wrap } = watched();
  await using agent = await startAgent({ model, channels: [messenger], wrapStore: wrap });
  await Promise.all([messenger.say("one", { id: "1" }), messenger.say("two", { id: "2" })]);
  await messenger.received(1);
  expect(commits).toContain("claim");
  expect(model.requests).toHaveLength(1);
  expect(await endStory(agent, model)).toEqual(["one: folded", "two: answered"]);
});

test("a message whose turn cannot be opened is stored, and answered by the worker", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "After all." }]);
  let failures = 0;
  const { commits, wrap } = watched((tx) =>
    withRepositories(tx, {
      turns: {
        ...tx.turns,
        async add() {
          failures += 1;
          throw new Error("broken on purpose");
        },
      },
    }),
  );
  await using agent = await startAgent({ model, channels: [messenger], wrapStore: wrap });
  await messenger.say("hello");
  const [reply] = await messenger.received(1);
  expect(reply?.part).toMatchObject({ text: "After all." });
  expect(failures).toBe(1);
  expect(commits.filter((point) => point === "accept")).toHaveLength(2);
  expect(agent.logged.map(({ sentence }) => sentence)).toContain("failed to open a turn at intake");
  expect(await endStory(agent, model)).toEqual(["hello: answered"]);
});

test.each([
  ["the chat is busy", { mode: "queue" }, ["a", "a"]],
  ["only one turn may run, and another chat's does", { policies: ONE_TURN }, ["a", "b"]],
] as const)("a message waits for the worker if %s", async (_when, options, [first, second]) => {
  const messenger = scriptedChannel();
  const held = Promise.withResolvers<void>();
  const model = scriptedModel([{ text: "One.", hold: held.promise }, { text: "Two." }]);
  const { commits, wrap } = watched();
  const served = { model, channels: [messenger], wrapStore: wrap };
  await using agent = await startAgent({ ...served, ...options });
  await messenger.say("first", { externalId: first });
  await expect.poll(() => model.requests.length).toBe(1);
  await messenger.say("second", { externalId: second });
  expect((await agent.store.read.inbox.newest())?.state).toBe("queued");
  held.resolve();
  await messenger.received(2);
  expect(commits).toContain("claim");
  expect(await endStory(agent, model)).toEqual(["first: answered", "second: answered"]);
});
