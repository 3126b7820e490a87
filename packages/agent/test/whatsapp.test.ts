import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import { fileStory } from "./kit/fake-files.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { openWhatsAppApp } from "./kit/whatsapp/open-whatsapp-app.ts";
import {
  ACCESS_TOKEN,
  PHONE_NUMBER_ID,
  startWhatsAppGraph,
  type WhatsAppGraph,
} from "./kit/whatsapp/whatsapp-graph.ts";
import {
  APP_SECRET,
  newsOf,
  say,
  signCall,
  tap,
  VERIFY_TOKEN,
} from "./kit/whatsapp/whatsapp-phone.ts";
import { ANN, openWhatsAppStory, type WhatsAppStory } from "./kit/whatsapp/whatsapp-story.ts";

const BOB = "33712345678";

/** Returns the texts that a person saw, in order. */
function textsOf({ sent }: WhatsAppGraph): readonly string[] {
  return sent.map(({ text }) => text);
}

/** Returns the last user input that the model read. */
function saidTo(model: ReturnType<typeof scriptedModel>): string {
  return String(model.requests.at(-1)?.messages.at(-1)?.text);
}

async function endOf(
  story: WhatsAppStory,
  model: ReturnType<typeof scriptedModel>,
): Promise<readonly string[]> {
  await story.rest();
  return endStory(story.agent, model);
}

/** Creates a pause that only ends on request. */
async function untilTold(_ms: number, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** Resolves to how it stands with the first answer once it was put off. */
async function untilPostponed(story: WhatsAppStory) {
  const { inbox, outbox } = story.agent.store.read;
  for (;;) {
    const [row] = await inbox.find("wamid.IN1");
    const [part] = row?.turn ? await outbox.ofTurn(row.turn) : [];
    const isPutOff = part?.reason !== null && part && part.nextAt / 1000 > story.seconds();
    if (isPutOff) return { reason: part.reason, attempts: part.attempts };
    await nextTick();
  }
}

test("a message is answered in WhatsApp's formats, and shown as read while that is written", async () => {
  await using graph = await startWhatsAppGraph();
  const held = heldAnswer({ text: "**Good** morning." });
  const model = scriptedModel([held.answer]);
  await using story = await openWhatsAppStory({ graph, model });

  expect(await story.tell({ content: say("Guten Morgen 👋") })).toBe(200);
  await held.begun;
  while (!graph.receipts.includes("wamid.IN1 typing")) await nextTick();
  held.letGo();
  await graph.received(1, ANN);

  expect(graph.sent).toEqual([
    {
      id: "wamid.OUT1",
      to: ANN,
      type: "text",
      text: "*Good* morning.",
      buttons: {},
      mark: expect.any(String),
      file: undefined,
    },
  ]);
  expect(saidTo(model)).toContain("[WhatsApp User (Ann Ño,");
  expect(saidTo(model)).toContain("<user_message>Guten Morgen 👋</user_message>");
  expect(await endOf(story, model)).toEqual(["Guten Morgen 👋: answered"]);
});

test("only what Meta signed is taken in", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "Yes." }]);
  await using story = await openWhatsAppStory({ graph, model });
  const at = story.seconds();
  const news = newsOf({ messages: [{ id: "w1", from: ANN, at, content: say("héllo") }] });
  const { body, signature } = signCall(news);

  expect(await story.call({ body })).toBe(401);
  expect(await story.call({ body, signature: "sha256=00" })).toBe(401);
  expect(await story.call({ ...signCall(news, "another secret") })).toBe(401);
  expect(await story.call({ body: body.replace("w1", "w2"), signature })).toBe(401);
  expect(await story.agent.store.read.chats.list()).toEqual([]);

  // A proxy between may have written the characters themselves.
  expect(await story.call({ body: JSON.stringify(news), signature })).toBe(200);
  await graph.received(1, ANN);
  expect(await endOf(story, model)).toEqual(["héllo: answered"]);
});

test("Meta is told its challenge where it knows our words, and not otherwise", async () => {
  await using graph = await startWhatsAppGraph();
  await using story = await openWhatsAppStory({ graph, model: scriptedModel([]) });
  const ask = async (token: string) =>
    story.channel.route?.answer({
      method: "GET",
      headers: {},
      query: new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.verify_token": token,
        "hub.challenge": "1158201444",
      }),
      body: new Uint8Array(),
    });
  expect(await ask(VERIFY_TOKEN)).toMatchObject({ status: 200, body: "1158201444" });
  expect(await ask("guessed")).toEqual({ status: 403 });
});

test("what could not be stored comes again, and what was stored is not answered twice", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  let isFull = true;
  await using story = await openWhatsAppStory({
    graph,
    model,
    refuseCommit: (point) =>
      isFull && point === "accept" ? new Error("the disk is full") : undefined,
  });
  const at = story.seconds();
  const first = signCall(newsOf({ messages: [{ id: "w1", from: ANN, at, content: say("a") }] }));

  expect(await story.call(first)).toBe(500);
  isFull = false;
  expect(await story.call(first)).toBe(200);
  await graph.received(1, ANN);
  expect(await story.call(first)).toBe(200);
  await story.tell({ content: say("b") });
  await graph.received(2, ANN);
  expect(textsOf(graph)).toEqual(["One.", "Two."]);
  expect(await endOf(story, model)).toEqual(["a: answered", "b: answered"]);
});

test("messages that come together are taken in as they were sent, each number's in its own chat", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel(() => ({ text: "Yes." }));
  await using story = await openWhatsAppStory({ graph, model });
  const at = story.seconds();
  const news = newsOf({
    messages: [
      { id: "w3", from: ANN, at, content: say("third") },
      { id: "w1", from: ANN, at: at - 20, content: say("first") },
      { id: "v1", from: BOB, at: at - 15, content: say("bonjour") },
      { id: "w2", from: ANN, at: at - 10, content: say("second") },
    ],
  });
  expect(await story.call(signCall(news))).toBe(200);
  await graph.received(1, BOB);
  await graph.received(1, ANN);
  const ended = await endOf(story, model);
  expect(ended.map((one) => one.split(":")[0]).filter((one) => one !== "bonjour")).toEqual([
    "first",
    "second",
    "third",
  ]);
});

test("what is meant for another number is left alone", async () => {
  await using graph = await startWhatsAppGraph();
  await using story = await openWhatsAppStory({ graph, model: scriptedModel([]) });
  const messages = [{ id: "w1", from: ANN, at: 1, content: say("hello") }];
  expect(await story.call(signCall(newsOf({ messages, number: "1" })))).toBe(200);
  expect(await story.agent.store.read.chats.list()).toEqual([]);
});

test("somebody unknown is shown a code, and nothing else", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([]);
  await using story = await openWhatsAppStory({ graph, model, roles: { [ANN]: "stranger" } });
  await story.tell({ content: say("hello") });
  const [shown] = await graph.received(1, ANN);
  expect(shown?.text).toMatch(/[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  expect([model.requests, graph.receipts]).toEqual([[], []]);
});

test("a voice message is fetched from Meta and answered as what was said in it", async () => {
  await using graph = await startWhatsAppGraph();
  const { understanding } = fileStory({ holds: {} });
  const model = scriptedModel([{ text: "Bread it is." }]);
  await using story = await openWhatsAppStory({ graph, model, understanding });
  const id = graph.keep({ mediaType: "audio/ogg", data: Buffer.from("Buy bread.") });
  await story.tell({
    content: {
      type: "audio",
      audio: { id, mime_type: "audio/ogg; codecs=opus", sha256: "x", voice: true },
    },
  });
  await graph.received(1, ANN);
  expect(saidTo(model)).toContain("<user_message>Buy bread.</user_message>");
  expect(graph.sent.map(({ type, text }) => [type, text])).toEqual([["text", "Bread it is."]]);
  expect(await endOf(story, model)).toEqual(["Buy bread.: answered"]);
});

test("a file whose address leads elsewhere is not fetched, and the token not shown there", async () => {
  await using graph = await startWhatsAppGraph();
  await using elsewhere = await startWhatsAppGraph();
  const { understanding } = fileStory({ holds: {} });
  const model = scriptedModel([{ text: "I cannot read it." }]);
  await using story = await openWhatsAppStory({ graph, model, understanding });
  const file = { mediaType: "text/plain", data: Buffer.from("secret") };
  elsewhere.keep(file);
  const id = graph.keep(file, elsewhere.url);
  await story.tell({
    content: { type: "document", document: { id, filename: "a.txt", mime_type: "text/plain" } },
  });
  // The sender is told that the file could not be read.
  await graph.received(1, ANN);
  expect(elsewhere.fetched).toEqual([]);
  expect(model.requests).toEqual([]);
});

test("a reply to a message tells the model which one", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "At nine." }, { text: "Then at ten." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("When?") });
  const [answer] = await graph.received(1, ANN);
  await story.rest();
  await story.tell({ content: { ...say("Later"), context: { from: "1", id: answer?.id } } });
  await graph.received(2, ANN);
  expect(saidTo(model)).toContain('[in reply to you: "At nine."]');
  await endOf(story, model);
});

test("a reaction is noted and not answered", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "Done." }, { text: "Gladly." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("Do it") });
  await graph.received(1, ANN);
  await story.tell({
    content: { type: "reaction", reaction: { message_id: "wamid.OUT1", emoji: "👍" } },
  });
  await story.tell({ content: say("Thanks") });
  await graph.received(2, ANN);
  expect(await endOf(story, model)).toEqual([
    "Do it: answered",
    "[reaction 👍]: noted (not said to the agent)",
    "Thanks: answered",
  ]);
});

test("a question has buttons, a tap answers it once, and a second is told that it comes too late", async () => {
  await using graph = await startWhatsAppGraph();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("bob"), { text: "It waits." }, { text: "Sent." }]);
  await using story = await openWhatsAppStory({ graph, model, tools: [tool] });
  await story.tell({ content: say("Send it to bob") });
  const question = (await graph.received(2, ANN))[1];
  expect(question).toMatchObject({
    type: "interactive",
    text: "Send to bob?",
    buttons: {
      "✅ Confirm": expect.stringMatching(/^approve:allow:/),
      "❌ Cancel": expect.stringMatching(/^approve:deny:/),
      "✏️ Edit": expect.stringMatching(/^approve:edit:/),
    },
  });
  const content = tap(question?.buttons["✅ Confirm"] ?? "", "✅ Confirm");
  const confirm = { id: "wamid.TAP", content };

  expect(await story.tell(confirm)).toBe(200);
  await graph.received(4, ANN);
  // Meta repeats it, but it is the same tap.
  expect(await story.tell(confirm)).toBe(200);
  expect(await story.tell({ content })).toBe(200);
  await graph.received(5, ANN);
  expect(textsOf(graph)).toEqual([
    "It waits.",
    "Send to bob?",
    "✅ Done: Send to bob",
    "Sent.",
    "This has already been decided.",
  ]);
  expect(sent).toEqual(["bob"]);
  await endOf(story, model);
});

test("a line below a question that was denied says so, once", async () => {
  await using graph = await startWhatsAppGraph();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("bob"), { text: "It waits." }, { text: "Fine." }]);
  await using story = await openWhatsAppStory({ graph, model, tools: [tool] });
  await story.tell({ content: say("Send it to bob") });
  const question = (await graph.received(2, ANN))[1];
  const content = tap(question?.buttons["❌ Cancel"] ?? "", "❌ Cancel");
  const cancel = { id: "wamid.TAP", content };

  expect(await story.tell(cancel)).toBe(200);
  await graph.received(4, ANN);
  expect(await story.tell(cancel)).toBe(200);
  expect(await story.tell({ content })).toBe(200);
  await graph.received(5, ANN);
  // The line and the reply are sent by different parts of the agent.
  expect(textsOf(graph).slice(2).toSorted()).toEqual([
    "Fine.",
    "This has already been decided.",
    "❌ Not done: Send to bob",
  ]);
  expect(sent).toEqual([]);
  await endOf(story, model);
});

test("Edit asks what to change, and the next message is the correction", async () => {
  await using graph = await startWhatsAppGraph();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([
    transferTo("bob"),
    { text: "It waits." },
    transferTo("eve"),
    { text: "Now this waits." },
    { text: "Sent." },
  ]);
  await using story = await openWhatsAppStory({ graph, model, tools: [tool] });
  await story.tell({ content: say("Send it to bob") });
  const question = (await graph.received(2, ANN))[1];
  const edit = { id: "wamid.EDIT", content: tap(question?.buttons["✏️ Edit"] ?? "", "✏️ Edit") };
  await story.tell(edit);
  await graph.received(3, ANN);
  expect(await story.tell(edit)).toBe(200);
  const correction = { id: "wamid.NEW", at: story.seconds() + 5, content: say("to eve, please") };
  await story.tell(correction);
  const again = (await graph.received(5, ANN))[4];
  expect(await story.tell(edit)).toBe(200);
  expect(await story.tell(correction)).toBe(200);
  expect(again?.text).toContain("Send to eve?");
  await story.tell({ content: tap(again?.buttons["✅ Confirm"] ?? "", "✅ Confirm") });
  await graph.received(7, ANN);
  expect(textsOf(graph)).toEqual([
    "It waits.",
    "Send to bob?",
    "What should I change? I'll treat your next message here as the correction if you send it within 15 minutes.",
    "Now this waits.",
    again?.text,
    "✅ Done: Send to eve",
    "Sent.",
  ]);
  expect(sent).toEqual(["eve"]);
  await endOf(story, model);
});

test("what comes too late for the 24 hours waits, says why, and leaves when the person writes", async () => {
  await using graph = await startWhatsAppGraph();
  const held = heldAnswer({ text: "Found it." });
  const model = scriptedModel([held.answer, { text: "Hello, Bob." }, { text: "Welcome back." }]);
  const template = { name: "news", language: "en_GB" };
  await using story = await openWhatsAppStory({
    graph,
    model,
    config: { template },
    timeoutMs: 1e9,
  });
  await story.tell({ content: say("Look for it") });
  await held.begun;
  story.pass(25);
  held.letGo();
  const postponed = {
    reason: `+${ANN} has not written for 24 hours, so WhatsApp rejects messages to them.`,
    attempts: 0,
  };
  expect(await untilPostponed(story)).toEqual(postponed);
  expect(graph.sent.map(({ type, text }) => [type, text])).toEqual([["template", "news"]]);

  // It is retried now and then, and no one is asked twice.
  story.pass(2);
  await story.tell({ from: BOB, content: say("Hello") });
  await graph.received(1, BOB);
  expect(await untilPostponed(story)).toEqual(postponed);

  await story.tell({ content: say("Here I am") });
  const seen = await graph.received(3, ANN);
  expect(seen.map(({ text }) => text)).toEqual(["news", "Found it.", "Welcome back."]);
  await endOf(story, model);
});

test("where Meta says that the 24 hours are over, it counts as they are", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  await using story = await openWhatsAppStory({ graph, model });
  graph.befall({ type: "refuse", status: 400, code: 131_047 });
  await story.tell({ content: say("a") });
  expect(await untilPostponed(story)).toMatchObject({ attempts: 0 });
  expect(textsOf(graph)).toEqual([]);
  await story.tell({ at: story.seconds() + 60, content: say("b") });
  await graph.received(2, ANN);
  expect(textsOf(graph)).toEqual(["One.", "Two."]);
  await endOf(story, model);
});

test("a message that fails after it was taken leaves anew: when the person writes, or after a while", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("a") });
  const [one] = await graph.received(1, ANN);
  const failed = { id: one?.id ?? "", to: ANN, status: "failed", mark: one?.mark, code: 131_047 };
  expect(await story.status(failed)).toBe(200);
  expect(await story.status(failed)).toBe(200);
  await story.tell({ at: story.seconds() + 60, content: say("b") });
  const three = await graph.received(3, ANN);
  expect(three.map(({ text }) => text).toSorted()).toEqual(["One.", "One.", "Two."]);

  const two = three.find(({ text }) => text === "Two.");
  const busy = { ...failed, id: two?.id ?? "", mark: two?.mark, code: 130_429 };
  expect(await story.status(busy, busy)).toBe(200);
  const four = await graph.received(4, ANN);
  expect(four[3]?.text).toBe("Two.");
  expect(story.pauses).toContain(5000);
  // A status of the first attempt says nothing about the second.
  await story.status(busy);
  await story.status({ ...failed, id: "wamid.OUT4", mark: four[3]?.mark, code: 130_429 });
  await graph.received(5, ANN);
  expect(await endOf(story, model)).toEqual(["a: answered", "b: answered"]);
  expect(graph.sent).toHaveLength(5);
});

test("what will never be delivered is told, and what has been is not sent again", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("a") });
  const [one] = await graph.received(1, ANN);
  const of = { id: one?.id ?? "", to: ANN, mark: one?.mark };
  expect(await story.status({ ...of, status: "failed", code: 131_053 })).toBe(200);
  await graph.received(2, ANN);
  expect(textsOf(graph)).toEqual(["One.", "A message to you could not be delivered."]);
  // Ignores statuses of messages that we did not send, or of an unknown kind.
  expect(
    await story.status(
      { ...of, status: "delivered", mark: "other" },
      { ...of, status: "pinned", mark: undefined },
    ),
  ).toBe(200);
});

test.each(["sent", "delivered", "read", "failed"])(
  "what a message said is not kept any more once it is %s",
  async (status) => {
    await using graph = await startWhatsAppGraph();
    const model = scriptedModel([{ text: "One." }]);
    await using story = await openWhatsAppStory({ graph, model });
    await story.tell({ content: say("a") });
    const [one] = await graph.received(1, ANN);
    const kept = async () =>
      (await story.agent.store.read.channelState.get({
        tenant: "home",
        channel: "whatsapp",
        key: `sent:${one?.mark}`,
      })) ?? "";
    expect(await kept()).toContain("One.");
    const of = { id: one?.id ?? "", to: ANN, mark: one?.mark };
    await story.status({ ...of, status, ...(status === "failed" && { code: 131_053 }) });
    expect(await kept()).toContain(`"state":"${status}"`);
    expect(await kept()).not.toContain("One.");
    await endOf(story, model);
  },
);

test("a message whose answer was lost is not sent twice once a status tells that it left", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }]);
  await using story = await openWhatsAppStory({ graph, model });
  graph.befall({ type: "break" });
  await story.tell({ content: say("a") });
  const [one] = await graph.received(1, ANN);
  await story.status({ id: one?.id ?? "", to: ANN, status: "sent", mark: one?.mark });
  const row = await story.agent.store.read.inbox.newest();
  const receipt = async () =>
    (row?.turn ? await story.agent.store.read.outbox.ofTurn(row.turn) : []).map(
      ({ receipt: id }) => id,
    );
  while ((await receipt())[0] === null) await nextTick();
  expect(await receipt()).toEqual(["wamid.OUT1"]);
  expect(textsOf(graph)).toEqual(["One."]);
  await endOf(story, model);
});

test("a process that died between sending and knowing it sends nothing twice", async () => {
  await using graph = await startWhatsAppGraph();
  const home = await mkdtemp(path.join(tmpdir(), "reeve-whatsapp-"));
  await using ends = new AsyncDisposableStack();
  ends.defer(() => rm(home, { recursive: true }));
  {
    const model = scriptedModel([{ text: "One." }]);
    await using story = await openWhatsAppStory({ graph, model, home });
    graph.befall({ type: "break" });
    await story.tell({ content: say("a") });
    await graph.received(1, ANN);
  }
  const model = scriptedModel([]);
  await using story = await openWhatsAppStory({ graph, model, home, pause: untilTold });
  while (story.pauses.length === 0) await nextTick();
  const [one] = graph.sent;
  await story.status({ id: one?.id ?? "", to: ANN, status: "delivered", mark: one?.mark });
  expect(await endOf(story, model)).toEqual(["a: answered"]);
  expect(textsOf(graph)).toEqual(["One."]);
});

test("where no status tells of it in ten seconds, a message whose answer was lost is sent anew", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  await using story = await openWhatsAppStory({ graph, model });
  graph.befall({ type: "break" });
  await story.tell({ content: say("a") });
  await graph.received(2, ANN);
  expect(story.pauses).toEqual([10_000]);
  expect(textsOf(graph)).toEqual(["One.", "One."]);
  expect(new Set(graph.sent.map(({ mark }) => mark)).size).toBe(1);
});

test("all of it works in one process, as the guide says: the challenge, then a message through the gateway", async () => {
  await using graph = await startWhatsAppGraph();
  await using app = await openWhatsAppApp({
    phoneNumberId: PHONE_NUMBER_ID,
    accessToken: ACCESS_TOKEN,
    appSecret: APP_SECRET,
    verifyToken: VERIFY_TOKEN,
    owners: ["+49 151 12345678"],
    baseUrl: `${graph.url}/`,
  });
  const hook = new URL("/hooks/whatsapp", app.url);
  const asked = new URL(hook);
  asked.search = String(
    new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": VERIFY_TOKEN,
      "hub.challenge": "42",
    }),
  );
  const challenge = await fetch(asked);
  expect([challenge.status, await challenge.text()]).toEqual([200, "42"]);
  const at = Math.floor(Date.now() / 1000);
  const messages = [{ id: "wamid.1", from: ANN, at, content: say("/help") }];
  const { body, signature } = signCall(newsOf({ messages }));
  const post = (headers: Record<string, string>) => fetch(hook, { method: "POST", headers, body });
  expect((await post({})).status).toBe(401);
  expect((await post({ "x-hub-signature-256": signature })).status).toBe(200);
  const [help] = await graph.received(1, ANN);
  expect(help?.text).toContain("/stop");
  expect(app.logged).toEqual([]);
});

test("settings that are not complete are told of, and everything else runs", async () => {
  await using app = await openWhatsAppApp({ phoneNumberId: PHONE_NUMBER_ID });
  expect(app.logged.map(({ sentence }) => sentence)).toEqual(["channel settings are incomplete"]);
  const { status } = await fetch(new URL("/hooks/whatsapp", app.url));
  expect(status).toBe(404);
});
