import { expect, test } from "vitest";
import { type ScriptedModel, scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { fakeTool } from "../kit/fake-tool.ts";
import { readPressedButtons } from "../kit/telegram/read-telegram.ts";
import {
  startTelegramAgent,
  type TelegramAgentOptions,
} from "../kit/telegram/start-telegram-agent.ts";
import { logIn } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer } from "../kit/telegram/telegram-server.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const BOB = "9996620002";

const transfer = { calls: [{ name: "ton_send", args: { to: "Bob" } }] };
const waits = { text: "It waits for you." };

/** Opens a story in which Ann owns the agent, Bob's role is given, and a tool needs approval to send. */
async function openStory(model: ScriptedModel, own: Partial<TelegramAgentOptions> = {}) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTelegramServer());
  const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
  const bobId = await server.addPerson({ firstName: "Bob", username: "bob", phone: BOB });
  const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const ann = stack.use(await logIn(server, ANN));
  const sent: string[] = [];
  const tool = fakeTool("ton_send", {
    effect: "pay",
    confirm: (params) => `Send to ${(params as { to: string }).to}?`,
    run: async (params) => {
      sent.push((params as { to: string }).to);
      return "sent";
    },
  });
  const agent = stack.use(
    await startTelegramAgent({
      server,
      token: TOKEN,
      people: { [annId]: "owner", [bobId]: "member" },
      model,
      tools: [tool],
      ...own,
    }),
  );
  const held = stack.move();
  return {
    server,
    ann,
    annId,
    bobId,
    botId,
    agent,
    sent,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("a confirmed call runs once, however often the button is tapped", async () => {
  const model = scriptedModel([transfer, waits, { text: "He has it now." }]);
  await using story = await openStory(model);
  const { server, ann, botId, sent } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  expect(question.text).toContain("Send to Bob?");
  expect(sent).toEqual([]);

  const taps = await Promise.all([
    ann.click(question, "✅ Confirm"),
    ann.click(question, "✅ Confirm"),
  ]);
  expect(new Set(taps.map(({ text }) => text))).toEqual(
    new Set(["Got it.", "This has already been decided."]),
  );
  await ann.receive(({ text }) => text === "He has it now.", { edits: "too" });
  const closed = await ann.receive(
    ({ id, text }) => id === question.id && text === "✅ Done: Send to Bob",
    { edits: "only" },
  );
  expect(closed.buttons).toEqual([]);
  expect(sent).toEqual(["Bob"]);
  const pressed = await readPressedButtons(server);
  expect(pressed.map(({ answered }) => answered)).toEqual([true, true]);
});

test("a cancelled call does not run", async () => {
  const model = scriptedModel([transfer, waits, { text: "All right." }]);
  await using story = await openStory(model);
  const { ann, botId, sent } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  expect((await ann.click(question, "❌ Cancel")).text).toBe("Got it.");
  await ann.receive(({ text }) => text === "All right.", { edits: "too" });
  expect(sent).toEqual([]);
});

test("a correction is asked about anew, and is no message of its own when it comes again", async () => {
  const carol = { calls: [{ name: "ton_send", args: { to: "Carol" } }] };
  const model = scriptedModel([transfer, waits, carol, waits, { text: "Sent it." }]);
  await using story = await openStory(model);
  const { server, ann, botId, sent } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  expect((await ann.click(question, "✏️ Edit")).text).toBe("Got it.");
  const asked = await ann.receive(({ text }) => text.startsWith("What should I change?"));
  expect(asked.replyTo).toBe(question.id);
  await ann.send(botId, "to Carol, please");
  const anew = await ann.receive(({ text }) => text.includes("Send to Carol?"), { edits: "too" });
  await server.command("repeat", { user: botId, count: 3 });
  await ann.click(anew, "✅ Confirm");
  await ann.receive(({ text }) => text === "Sent it.", { edits: "too" });
  expect(sent).toEqual(["Carol"]);
  expect(model.requests).toHaveLength(5);
});

test("who may not decide is told so, and the question stays open", async () => {
  const model = scriptedModel([transfer, waits, { text: "Sent it." }]);
  await using story = await openStory(model);
  const { server, ann, annId, bobId, botId, sent } = story;
  await using bob = await logIn(server, BOB);
  const group = await server.addGroup({
    title: "G",
    kind: "supergroup",
    creator: annId,
    members: [bobId, botId],
  });
  await ann.send(group, "@reeve_bot send to Bob");
  const question = await bob.receive(({ buttons }) => buttons.length > 0);
  expect(await bob.click(question, "✅ Confirm")).toEqual({
    text: "You can't approve or deny this request.",
    isAlert: false,
  });
  expect((await bob.click(question, "✏️ Edit")).text).toBe(
    "You can't approve or deny this request.",
  );
  const shown = await ann.receive(({ buttons }) => buttons.length > 0);
  await ann.click(shown, "✅ Confirm");
  await ann.receive(({ text }) => text === "Sent it.", { edits: "too" });
  expect(sent).toEqual(["Bob"]);
});

test("an update that cannot be stored holds up no other chat, and is taken in once it can be", async () => {
  const model = scriptedModel([{ text: "To Bob." }, { text: "To Ann." }]);
  let refusals = 0;
  const refuseCommit: TelegramAgentOptions["refuseCommit"] = (point) => {
    if (point !== "accept" || refusals > 0) return undefined;
    refusals += 1;
    return new Error("disk full");
  };
  await using story = await openStory(model, { refuseCommit });
  const { server, ann, botId } = story;
  await using bob = await logIn(server, BOB);
  await ann.send(botId, "from Ann");
  await expect.poll(() => refusals).toBe(1);
  await bob.send(botId, "from Bob");
  await bob.receive(({ text }) => text === "To Bob.", { edits: "too" });
  await ann.receive(({ text }) => text === "To Ann.", { edits: "too" });
});
