import { preferences } from "@reeve/operations/people/preferences";
import { askAs } from "../src/operations/ask.ts";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "./kit/approval-story.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import {
  type SeenMessage,
  startWhatsAppGraph,
  type WhatsAppGraph,
} from "./kit/whatsapp/whatsapp-graph.ts";
import { newsOf, type PhoneStatus, say, signCall, tap } from "./kit/whatsapp/whatsapp-phone.ts";
import { ANN, openWhatsAppStory, type WhatsAppStory } from "./kit/whatsapp/whatsapp-story.ts";

const NOT_DELIVERED = "A message to you could not be delivered.";

function textsOf({ sent }: WhatsAppGraph): readonly string[] {
  return sent.map(({ text }) => text);
}

/** Returns Meta's status for a message sent after the 24-hour window. */
function tooLate({ id, to, mark }: SeenMessage): PhoneStatus {
  return { id, to, status: "failed", mark, code: 131_047 };
}

/** She does something, so many seconds from now, that the agent does not answer. */
function react(story: WhatsAppStory, seconds: number) {
  const reaction = { message_id: "wamid.OUT1", emoji: "👍" };
  return story.tell({ at: story.seconds() + seconds, content: { type: "reaction", reaction } });
}

/** Which messages wait, and for what. */
async function waitingIn(story: WhatsAppStory): Promise<string | undefined> {
  const { channelState } = story.agent.store.read;
  return channelState.get({ tenant: "home", channel: "whatsapp", key: "undelivered" });
}

async function untilNothingWaits(story: WhatsAppStory): Promise<void> {
  while ((await waitingIn(story)) !== undefined) await nextTick();
}

/** Sends her two replies, both of which Meta rejects as too late. */
async function failTwice(story: WhatsAppStory, graph: WhatsAppGraph) {
  await story.tell({ content: say("a") });
  await graph.received(1, ANN);
  await story.rest();
  await story.tell({ content: say("b") });
  const both = await graph.received(2, ANN);
  await story.rest();
  for (const one of both) await story.status(tooLate(one));
}

/** Opens a story with an open approval, while another answer is still being written. */
async function openAskedStory(graph: WhatsAppGraph) {
  const { tool, sent } = sendingTool();
  const held = heldAnswer({ text: "Found it." });
  const later = [{ text: "Sent." }, { text: "Now this waits." }];
  const model = scriptedModel([transferTo("bob"), { text: "It waits." }, held.answer, ...later]);
  const times = { timeoutMs: 1e9, approvalMs: 72 * 3_600_000 };
  const story = await openWhatsAppStory({ graph, model, tools: [tool], ...times });
  await story.tell({ content: say("Send it to bob") });
  const question = (await graph.received(2, ANN))[1];
  await story.rest();
  await story.tell({ content: say("Look for it") });
  await held.begun;
  const { outbox } = story.agent.store.read;
  return {
    story,
    sent,
    /** Lets the answer be written, and resolves once it waits for her to write. */
    hold: async () => {
      held.letGo();
      while (((await outbox.due(0, 0)).nextAt ?? 0) / 1000 < story.seconds() + 60) await nextTick();
    },
    press: (title: string) => story.tell({ content: tap(question?.buttons[title] ?? "", title) }),
  };
}

test("a tapped button lets leave what waited for the person to write, and what it brings about", async () => {
  await using graph = await startWhatsAppGraph();
  const { story, hold, press, sent } = await openAskedStory(graph);
  await using ends = new AsyncDisposableStack();
  ends.use(story);
  story.pass(25);
  await hold();
  expect(await press("✅ Confirm")).toBe(200);
  await graph.received(5, ANN);
  expect(textsOf(graph)).toEqual([
    "It waits.",
    "Send to bob?",
    "Found it.",
    "✅ Done: Send to bob",
    "Sent.",
  ]);
  expect(sent).toEqual(["bob"]);
});

test("the correction of a question lets leave what waited, too", async () => {
  await using graph = await startWhatsAppGraph();
  const { story, hold, press } = await openAskedStory(graph);
  await using ends = new AsyncDisposableStack();
  ends.use(story);
  await press("✏️ Edit");
  await graph.received(3, ANN);
  graph.befall({ type: "refuse", status: 400, code: 131_047 });
  await hold();
  expect(textsOf(graph)).not.toContain("Found it.");
  await story.tell({ at: story.seconds() + 60, content: say("to eve, please") });
  await graph.received(4, ANN);
  expect(textsOf(graph)[3]).toBe("Found it.");
});

test("a late word of a message that failed does not shut what its person has opened since", async () => {
  await using graph = await startWhatsAppGraph();
  const held = heldAnswer({ text: "Two." });
  const model = scriptedModel([{ text: "One." }, held.answer]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("a") });
  const [one] = await graph.received(1, ANN);
  await story.rest();
  story.pass(1);
  const at = story.seconds();
  const news = newsOf({
    messages: [{ id: "w2", from: ANN, at, content: say("b") }],
    statuses: one ? [{ ...tooLate(one), at: at - 60 }] : [],
  });
  expect(await story.call(signCall(news))).toBe(200);
  await graph.received(2, ANN);
  await held.begun;
  held.letGo();
  await graph.received(3, ANN);
  expect(textsOf(graph)).toEqual(["One.", "One.", "Two."]);
  await untilNothingWaits(story);
});

test("what waited for the person to write leaves in its order, once what hinders it has passed", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await failTwice(story, graph);
  graph.befall({ type: "refuse", status: 503, code: 131_016 });
  await react(story, 60);
  await graph.received(4, ANN);
  expect(textsOf(graph)).toEqual(["One.", "Two.", "One.", "Two."]);
  expect(story.pauses).toEqual([5000]);
  await untilNothingWaits(story);
});

test("of what waited, what is refused for good is told, and holds up nothing behind it", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await failTwice(story, graph);
  graph.befall({ type: "refuse", status: 400, code: 100 });
  await react(story, 60);
  const four = await graph.received(4, ANN);
  expect(
    four
      .slice(2)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual([NOT_DELIVERED, "Two."]);
  await untilNothingWaits(story);
  expect(story.pauses).toEqual([]);
});

test("where Meta still says that it is too late, what waited waits on", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("a") });
  const [one] = await graph.received(1, ANN);
  await story.rest();
  if (one) await story.status(tooLate(one));
  const waiting = await waitingIn(story);
  graph.befall(
    { type: "refuse", status: 503, code: 131_016 },
    { type: "refuse", status: 400, code: 131_047 },
  );
  await react(story, 60);
  while (story.pauses.length === 0) await nextTick();
  while ((await waitingIn(story)) !== waiting) await nextTick();
  expect(textsOf(graph)).toEqual(["One."]);
  await react(story, 600);
  await graph.received(2, ANN);
  expect([textsOf(graph), story.pauses]).toEqual([["One.", "One."], [5000]]);
});

test("what could not leave before the process ended leaves at the next start, if the person wrote", async () => {
  await using graph = await startWhatsAppGraph();
  const home = await mkdtemp(path.join(tmpdir(), "reeve-whatsapp-"));
  await using ends = new AsyncDisposableStack();
  ends.defer(() => rm(home, { recursive: true }));
  {
    const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
    await using story = await openWhatsAppStory({ graph, model, home, pause: untilOver });
    await failTwice(story, graph);
    // The first is still paused for when the process ends, the second behind it.
    graph.befall({ type: "refuse", status: 503, code: 131_016 });
    await react(story, 60);
    while (!story.pauses.includes(5000)) await nextTick();
  }
  await using story = await openWhatsAppStory({ graph, model: scriptedModel([]), home });
  const four = await graph.received(4, ANN);
  expect(
    four
      .slice(2)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(["One.", "Two."]);
  await untilNothingWaits(story);
});

/** Creates a pause that only ends with the process. */
async function untilOver(_ms: number, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

test("what the channel says by itself is in the language that somebody has chosen", async () => {
  await using graph = await startWhatsAppGraph();
  const { tool } = sendingTool();
  const model = scriptedModel([
    { text: "Hi." },
    transferTo("bob"),
    { text: "It waits." },
    { text: "Sent." },
  ]);
  const config = { language: "fr" };
  await using story = await openWhatsAppStory({ graph, model, tools: [tool], config });
  await story.tell({ content: say("hi") });
  const [hi] = await graph.received(1, ANN);
  const { people } = story.agent.store.read;
  const ann = { tenant: "home", channel: "whatsapp", externalId: ANN };
  const person = (await people.byIdentity(ann)) ?? expect.fail("nobody wrote");
  const caller = { person, channel: "whatsapp", externalId: ANN };
  await askAs(story.agent.core.control, caller)(preferences.update, { language: "de" });
  await story.tell({ content: say("Send it to bob") });
  const question = (await graph.received(3, ANN))[2];
  const press = (verb: string) => {
    const buttons = Object.entries(question?.buttons ?? {});
    const [title = "", id = ""] = buttons.find(([, one]) => one.includes(`:${verb}:`)) ?? [];
    return story.tell({ content: tap(id, title) });
  };
  await press("edit");
  await graph.received(4, ANN);
  await press("allow");
  await graph.received(6, ANN);
  await press("allow");
  await graph.received(7, ANN);
  await story.status({
    id: hi?.id ?? "",
    to: ANN,
    status: "failed",
    mark: hi?.mark,
    code: 131_053,
  });
  await graph.received(8, ANN);
  expect(textsOf(graph).slice(3)).toEqual([
    "Was möchtest du ändern? Schreib die Korrektur innerhalb von 15 Minuten als nächste Nachricht hierher.",
    "✅ Erledigt: Send to bob",
    "Sent.",
    "Das wurde schon entschieden.",
    "Eine Nachricht an dich konnte nicht zugestellt werden.",
  ]);
});
