import { privacy } from "@reeve/operations/memory/privacy";
import { preferences } from "@reeve/operations/people/preferences";
import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn, transferTo } from "./kit/approval-story.ts";
import { askOf } from "./kit/ask-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fileStory, voice } from "./kit/fake-files.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import {
  answerPlanQuestion,
  heard,
  newestPlan,
  planTools,
  startPlan,
  steppingModel,
} from "./kit/plan-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const broken = { error: { code: "invalid", message: "the provider refuses it" } } as const;

/** Removes incident numbers, which are unique. */
function withoutIncidents(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.replaceAll(/\b[1-9A-HJ-NP-Za-km-z]{22}\b/g, "…"));
}

const FAILED = {
  en: "Something went wrong on my side, so I couldn't answer. Incident: …",
  de: "Bei mir ist etwas schiefgegangen, deshalb konnte ich nicht antworten. Fehlernummer: …",
  fr: "Quelque chose a mal tourné de mon côté, je n’ai pas pu répondre. Incident ….",
} as const;

test("a failure is told in the language of who was answered last, and kept in English", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => broken);
  await using agent = await startAgent({ model, channels: [messenger] });
  const say = async (text: string, options: Parameters<typeof messenger.say>[1] = {}) => {
    await messenger.say(text, { externalId: "7", kind: "group", ...options });
    await messenger.received(messenger.delivered.length + 1);
  };

  await say("eins", { language: "de-AT" });
  await say("zwei");
  await say("three", { sender: "bob", language: "en" });
  await messenger.say("beep", {
    externalId: "7",
    kind: "group",
    isOverheard: true,
    language: "fr",
  });
  await say("four", { sender: "bob" });
  await say("five", { sender: "cid", language: "xx" });

  expect(withoutIncidents(textsIn(messenger))).toEqual([
    FAILED.de,
    FAILED.de,
    FAILED.en,
    FAILED.en,
    FAILED.en,
  ]);
  expect(messenger.languages).toEqual(["de", "de", "en", "en", "en"]);
  expect(await endStory(agent)).toEqual([
    "eins: failed (the provider refuses it)",
    "zwei: failed (the provider refuses it)",
    "three: failed (the provider refuses it)",
    "beep: noted (not said to the agent)",
    "four: failed (the provider refuses it)",
    "five: failed (the provider refuses it)",
  ]);
});

test("a preference goes before what programs tell, in one's own chats alone", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => broken);
  await using agent = await startAgent({ model, channels: [messenger], language: "de" });
  await messenger.say("one");
  await messenger.received(1);
  await messenger.say("two", { language: "en" });
  await messenger.received(2);
  await askOf(agent)(preferences.update, { language: "fr" });
  await messenger.say("three", { language: "en" });
  await messenger.received(3);
  await messenger.say("four", { language: "en", externalId: "7", kind: "group" });
  await messenger.received(4);
  await askOf(agent)(preferences.update, { language: null });
  await messenger.say("five");
  await messenger.received(5);

  expect(withoutIncidents(textsIn(messenger))).toEqual([
    FAILED.de,
    FAILED.en,
    FAILED.fr,
    FAILED.en,
    FAILED.en,
  ]);
  await endStory(agent, model);
});

test("what is stopped says so in the chat's language", async () => {
  const messenger = scriptedChannel();
  const { answer, begun } = heldAnswer({ text: "Niemals" });
  const model = scriptedModel([answer]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { ann: "owner" },
  });

  await messenger.say("denk nach", { language: "de" });
  await begun;
  await messenger.say("/stop", { language: "de" });
  await messenger.received(1);

  expect(await endStory(agent, model)).toEqual([
    "denk nach: withdrawn (stopped)",
    "/stop: answered",
  ]);
  expect(textsIn(messenger)).toEqual(["Angehalten."]);
});

test("a budget that is used up is told by the person's clock, and kept as it was", async () => {
  const messenger = scriptedChannel();
  const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, costNano: 600_000_000n };
  const model = scriptedModel([{ text: "So.", usage }]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    clock: { now: () => Date.UTC(2026, 1, 20, 15, 30) },
    limits: { money: { person: { day: "0.5" } } },
  });
  await messenger.say("eins", { language: "de" });
  await messenger.received(1);
  await askOf(agent)(preferences.update, { timeZone: "Europe/Berlin" });
  await messenger.say("zwei", { language: "de" });
  await messenger.received(2);

  expect(textsIn(messenger)[1]).toBe(
    "Das Tagesbudget dieser Person ist aufgebraucht: 0,6 $ von 0,5 $. Ich antworte wieder am 21. Februar um 01:00 (Europe/Berlin).",
  );
  expect(await endStory(agent, model)).toEqual([
    "eins: answered",
    "zwei: refused (exhausted: $0.6 of $0.5 in a day for this person)",
  ]);
});

test("who writes too fast is told so in their language and by their clock", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "So." }]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { ann: "member" },
    clock: { now: () => Date.UTC(2026, 1, 20, 15, 30) },
    limits: { rates: { person: { minute: 1, day: 0 }, group: { minute: 0 } } },
  });
  await messenger.say("eins", { language: "de" });
  await messenger.received(1);
  await askOf(agent)(preferences.update, { timeZone: "Europe/Berlin" });
  await messenger.say("zwei", { language: "de" });
  await messenger.received(2);

  expect(textsIn(messenger)[1]).toBe(
    "Das beantworte ich nicht: Pro Person und Minute beantworte ich 1 Nachricht; wieder frei um 16:31 (Europe/Berlin). Schick es dann bitte noch einmal.",
  );
  expect(await endStory(agent, model)).toEqual([
    "eins: answered",
    "zwei: refused (exhausted: too fast: I answer up to 1 message per person per minute and can answer again at 15:31 (UTC))",
  ]);
});

test("a question is told in each chat's own language, and so is its end", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    const asks = last?.role === "user" && last.text.includes("<user_message>send");
    return asks ? transferTo("Bob") : { text: "OK" };
  });
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    roles: { ann: "owner", bob: "member", cid: "admin" },
  });
  await messenger.say("hola", { language: "es" });
  await messenger.received(1, "1");
  await messenger.say("hi", { language: "en", externalId: "3", sender: "cid" });
  await messenger.received(1, "3");

  await messenger.say("send", { externalId: "7", sender: "bob", kind: "group", language: "de" });
  const asked = await questionIn(messenger, 2, "1");
  await messenger.received(2, "3");
  const approval = toId<"approval">(asked.approval);
  const from = { channel: "scripted", externalId: "3" };
  await answerAs(agent, "cid", { approval, verdict: "allow", from });
  await expect
    .poll(() => messenger.results.map((one) => `${one.externalId}: ${one.text}`).toSorted())
    .toEqual([
      "1: ✅ Hecho: Send to Bob (permitido por cid)",
      "3: ✅ Done: Send to Bob",
      "7: ✅ Erledigt: Send to Bob (erlaubt von cid)",
    ]);

  expect(textsIn(messenger, "1").slice(1)).toEqual([
    "Send to Bob?\nBasado en: mensaje de bob.\n(lo pide bob, en scripted/7)",
  ]);
  expect(textsIn(messenger, "3").slice(1)).toEqual([
    "Send to Bob?\nBased on message of bob.\n(requested by bob in scripted/7)",
  ]);
  await expect
    .poll(() => textsIn(messenger, "7").toSorted())
    .toEqual(["OK", "OK", "Send to Bob?\nGrundlage: Nachricht von bob."]);
  expect(sent).toEqual(["Bob"]);
  await endStory(agent, model);
});

test("a tool without words of its own is asked about in the words of each chat", async () => {
  const messenger = scriptedChannel();
  let now = Date.UTC(2026, 1, 20, 15, 30);
  const sent: unknown[] = [];
  const tool = fakeTool("ton_send", {
    effect: "pay",
    params: z.object({ to: z.string() }),
    run: async (params) => void sent.push(params),
  });
  const model = scriptedModel([transferTo("Bob"), { text: "OK" }]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    roles: { ann: "owner", bob: "member" },
    approvalMs: 60_000,
    clock: { now: () => now },
  });
  await messenger.say("send", { language: "fr" });
  const { approval } = await questionIn(messenger, 2);
  expect(await agent.store.read.approvals.byId(toId<"approval">(approval))).toMatchObject({
    preview: "Run ton_send?",
  });
  now += 61_000;
  await expect(
    answerAs(agent, "ann", { approval: toId<"approval">(approval), verdict: "allow" }),
  ).resolves.toBe("too-late");
  await messenger.received(3);

  expect(textsIn(messenger)).toEqual([
    "OK",
    "Exécuter ton_send\u00a0?",
    "⌛ Pas fait, personne n’a répondu à temps\u00a0: Exécuter ton_send",
  ]);
  expect(sent).toEqual([]);
  await endStory(agent, model);
});

test("a plan is proposed, told and failed in the chat's language, and kept in English", async () => {
  const messenger = scriptedChannel();
  const { tools } = planTools();
  const model = steppingModel([
    { calls: [{ name: "fares_look", args: {} }], text: "Gefunden." },
    { text: "FAILED:" },
  ]);
  const { agent, question } = await startPlan({
    messenger,
    model,
    tools,
    roles: { ann: "owner" },
    language: "de",
  });
  await using _ = agent;
  expect(question.question).toBe(
    [
      "Plan: Bob knows the best fare",
      "1. Look up the fares (fares_look: sieht nur nach)",
      "2. Note the best fare (fares_note: ändert deine eigenen Daten)",
      "3. Write to bob@x.example about it (mail_send: erreicht andere)",
      "Erwartete Modellkosten: unbekannt, für dieses Modell ist kein Preis angegeben.",
    ].join("\n"),
  );
  const approval = await agent.store.read.approvals.byId(toId<"approval">(question.approval));
  expect(approval?.preview.split("\n").at(-1)).toBe(
    "Estimated model cost: unknown; no price is set for this model.",
  );

  await answerPlanQuestion(agent, messenger);
  expect(await heard(messenger, "fehlgeschlagen")).toBe(
    "Schritt 2 von 3 ist fehlgeschlagen: es wurde kein Grund genannt\nNote the best fare\nWeiter, noch einmal, auslassen oder abbrechen? (/plan continue, retry, skip, abort)",
  );
  expect((await newestPlan(agent)).reason).toBe("no reason was given");

  await messenger.say("/plan abort");
  expect(await heard(messenger, "abgebrochen")).toBe(
    "Der Plan ist abgebrochen: Bob knows the best fare\n\n1. Look up the fares\nGefunden.\n\n2. Note the best fare\nFAILED:",
  );
  await expect.poll(async () => (await agent.store.read.outbox.due(0, 0)).nextAt).toBe(undefined);
});

test("what nobody can read is refused in the chat's language; the model and the row have English", async () => {
  const { files, understanding } = fileStory({ holds: { v1: "…" }, without: ["hear"] });
  const messenger = scriptedChannel({ files });
  const model = scriptedModel([{ text: "OK" }]);
  await using agent = await startAgent({ model, channels: [messenger], understanding });
  await messenger.say("", { media: [voice("v1")], language: "it" });
  await messenger.received(1);
  await messenger.say("e questo?", { media: [voice("v1")], language: "it" });
  await messenger.received(2);

  expect(textsIn(messenger)).toEqual([
    "Non posso ascoltare registrazioni: nessun riconoscimento vocale è configurato (speech.stt). Scrivimelo, per favore.",
    "OK",
  ]);
  const english =
    "I can't transcribe voice messages because speech.stt is not set up. Please send text.";
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain(
    `[voice could not be read: ${english}]`,
  );
  expect((await endStory(agent, model))[0]).toBe(`: refused (unreadable: ${english})`);
});

test("a stranger is asked for, let in and linked in each one's own language", async () => {
  const messenger = scriptedChannel({ isPairing: true });
  const model = scriptedModel(() => ({ text: "OK" }));
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { ann: "owner", eve: "stranger" },
  });
  const eve = { sender: "eve", externalId: "2", language: "tr" };
  await messenger.say("привіт", { language: "uk" });
  await messenger.received(1, "1");
  await messenger.say("merhaba", { ...eve, name: "Eve" });
  await messenger.received(2, "1");
  await messenger.received(1, "2");
  const [shown = ""] = textsIn(messenger, "2");
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(shown)?.[0] ?? "";
  await messenger.say(`/pair ${code} guest`, { language: "uk" });
  await messenger.received(3, "2");
  await messenger.say("/link abcd-efgh", eve);
  await messenger.received(4, "2");

  expect(textsIn(messenger, "1")[1]).toBe(
    "Мені написав хтось незнайомий у scripted: Eve, id eve.\nПовідомлення: merhaba",
  );
  expect(textsIn(messenger, "2")).toEqual([
    `Sizi henüz tanımıyorum. Bu kodu sahibime verin, sizi içeri alabilir: ${code}`,
    "Artık benimle konuşabilirsiniz. /help, sıradan sözler dışında neleri anladığımı söyler.",
    "OK",
    "Bağlanmadı: bu kod bilinmiyor, kullanılmış ya da süresi dolmuş.",
  ]);
  expect((await endStory(agent)).at(-1)).toBe(
    "/link: refused (this code is invalid, has been used or has expired)",
  );
});

test("in a group it is spoken as who is answered there does, whoever else writes", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => broken);
  const roles = { ann: "owner", eve: "stranger" } as const;
  await using agent = await startAgent({ model, channels: [messenger], roles });
  const here = { externalId: "7", kind: "group" } as const;
  await messenger.say("bonjour", { ...here, language: "fr" });
  await messenger.received(1);
  await messenger.say("merhaba", { ...here, sender: "eve", language: "tr" });
  await messenger.say("et maintenant?", here);
  await messenger.received(2);
  expect(withoutIncidents(textsIn(messenger))).toEqual([FAILED.fr, FAILED.fr]);
  expect(await endStory(agent)).toHaveLength(3);
});

test("a person who is forgotten leaves no language behind", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "OK" }]);
  await using agent = await startAgent({ model, channels: [messenger] });
  await messenger.say("ciao", { language: "it" });
  await messenger.received(1);
  const languages = async () =>
    (await agent.store.read.chats.list()).map(({ language }) => language);
  expect(await languages()).toEqual(["it"]);
  const ask = askOf(agent);
  const { code } = await ask(privacy.forgetMe, {});
  await ask(privacy.forgetMe, { code });
  expect(await languages()).toEqual([null]);
});

test("that one of two has allowed a call is told in each chat's own language", async () => {
  const messenger = scriptedChannel();
  const { tool } = sendingTool();
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.text.includes("<user_message>send") ? transferTo("Bob") : { text: "OK" },
  );
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    roles: { ann: "owner", bea: "admin", cid: "admin" },
    twoPerson: ["pay"],
  });
  await messenger.say("hallo", { sender: "bea", externalId: "2", language: "de" });
  await messenger.received(1, "2");
  await messenger.say("bonjour", { sender: "cid", externalId: "3", language: "fr" });
  await messenger.received(1, "3");
  await messenger.say("send", { language: "pt" });
  const { approval } = await questionIn(messenger, 2, "2");
  await messenger.received(2, "3");
  const from = { channel: "scripted", externalId: "2" };
  await answerAs(agent, "bea", { approval: toId<"approval">(approval), verdict: "allow", from });
  await messenger.received(3, "3");
  await messenger.received(3, "1");

  expect(textsIn(messenger, "3").at(-1)).toBe(
    "Send to Bob?\n(autorisations\u00a0: 1 sur 2, la dernière par bea)",
  );
  expect(textsIn(messenger, "1").at(-1)).toBe(
    "Send to Bob?\n(permissões: 1 de 2, a última de bea)",
  );
  expect(textsIn(messenger, "2")).toEqual(["OK", "Send to Bob?\n(gefragt hat ann, in scripted/1)"]);
});
