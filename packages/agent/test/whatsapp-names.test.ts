import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type Log, silentLog } from "../src/platform/log.ts";
import { sendingTool, transferTo } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import { startWhatsAppGraph } from "./kit/whatsapp/whatsapp-graph.ts";
import { newsOf, say, signCall, tap } from "./kit/whatsapp/whatsapp-phone.ts";
import { ANN, openWhatsAppStory } from "./kit/whatsapp/whatsapp-story.ts";

/** Ann's id at Meta, whether or not she shows her number. */
const USER = "US.13491208655302741918";

test("somebody who shows no number is answered, and what becomes of the answer is known", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "Hi." }, { text: "Still here." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ from: "", user: USER, content: say("hello") });
  const [hi] = await graph.received(1, USER);
  await story.rest();
  expect(graph.receipts).toContain("wamid.IN1");
  expect((await story.agent.store.read.chats.list()).map(({ externalId }) => externalId)).toEqual([
    USER,
  ]);

  const failed = { id: hi?.id ?? "", to: USER, status: "failed", mark: hi?.mark, code: 130_429 };
  expect(await story.status(failed)).toBe(200);
  const again = await graph.received(2, USER);
  expect(again.map(({ text }) => text)).toEqual(["Hi.", "Hi."]);
  await story.tell({ from: "", user: USER, content: say("there?") });
  await graph.received(3, USER);
  await story.rest();
  expect(await endStory(story.agent, model)).toEqual(["hello: answered", "there?: answered"]);
});

test("somebody whose number was known stays who they are once it is shown no more, however late", async () => {
  await using graph = await startWhatsAppGraph();
  const { tool, sent } = sendingTool();
  const script = [transferTo("bob"), { text: "It waits." }, { text: "Sent." }];
  const model = scriptedModel(() => script.shift() ?? { text: "Long time no see." });
  await using story = await openWhatsAppStory({ graph, model, tools: [tool] });
  await story.tell({ user: USER, content: say("Send it to bob") });
  const question = (await graph.received(2, ANN))[1];
  const content = tap(question?.buttons["✅ Confirm"] ?? "", "✅ Confirm");
  await story.tell({ from: "", user: USER, content });
  await graph.received(4, ANN);
  await story.rest();
  expect(sent).toEqual(["bob"]);

  story.pass(24 * 40);
  // Old stored data about others is dropped when they write again.
  await story.tell({ from: "33712345678", content: say("/status") });
  await story.tell({ from: "", user: USER, content: say("hello again") });
  const all = await graph.received(5, ANN);
  await story.rest();
  expect(all.at(-1)?.text).toBe("Long time no see.");
  expect(graph.sent.filter(({ to }) => to === USER)).toEqual([]);
});

test("of two messages at once the first tells whose the second is", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel(() => ({ text: "Yes." }));
  await using story = await openWhatsAppStory({ graph, model });
  const at = story.seconds();
  const [first, second] = [
    newsOf({ messages: [{ id: "w1", from: ANN, user: USER, at, content: say("a") }] }),
    newsOf({ messages: [{ id: "w2", from: "", user: USER, at, content: say("b") }] }),
  ].map((news) => signCall(news));
  if (!first || !second) expect.fail("there are two");
  expect(await Promise.all([story.call(first), story.call(second)])).toEqual([200, 200]);
  await graph.received(1, ANN);
  await story.rest();
  expect((await story.agent.store.read.chats.list()).map(({ externalId }) => externalId)).toEqual([
    ANN,
  ]);
});

test("what somebody's new number is told with does not name the old one as theirs", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "Welcome." }]);
  await using story = await openWhatsAppStory({ graph, model });
  const system = { type: "user_changed_number", body: "Ann changed from 1 to 2", wa_id: "2" };
  await story.tell({ user: USER, content: { type: "system", system } });
  await story.tell({ from: "", user: USER, content: say("hello") });
  const [welcome] = await graph.received(1, USER);
  expect(welcome?.text).toBe("Welcome.");
});

test("what nobody can read is acknowledged, and logged", async () => {
  await using graph = await startWhatsAppGraph();
  const logged: unknown[] = [];
  const warn: Log["warn"] = (...said) => void logged.push(said);
  await using story = await openWhatsAppStory({
    graph,
    model: scriptedModel([]),
    log: { ...silentLog, warn },
  });
  expect(await story.tell({ from: "", content: say("hello") })).toBe(200);
  expect(logged).toEqual([
    ["failed to parse whatsapp webhook", { what: "message", id: "wamid.IN1", type: "text" }],
  ]);
});
