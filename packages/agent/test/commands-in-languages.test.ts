import { preferences } from "@reeve/operations/people/preferences";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { ChatCommand } from "../src/core/commands.ts";
import { toId } from "../src/kernel/ids.ts";
import { type Language, LANGUAGES } from "../src/kernel/languages.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { noteCreate } from "../src/features/notes/tools/create.ts";
import { textsIn } from "./kit/approval-story.ts";
import { askOf } from "./kit/ask-of.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import {
  answerPlanQuestion,
  heard,
  planTools,
  startPlan,
  steppingModel,
  WELL,
} from "./kit/plan-story.ts";
import { lateStatus } from "./kit/late-status.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

/** A Friday. */
const NOW = Date.UTC(2026, 1, 20, 15, 30);
const HOUR_MS = 3_600_000;

const usage = { inputTokens: 1000, cachedTokens: 0, outputTokens: 200, costNano: 20_000_000n };

/** Starts an agent with a note created in a turn, and a chat with a person whose client has a language. */
async function start(language: Language) {
  const messenger = scriptedChannel({ username: "ReeveBot" });
  const model = scriptedModel([
    { calls: [{ name: "note_create", args: { text: "42" } }], usage },
    { text: "OK", usage },
  ]);
  const clock = { now: () => NOW };
  const started = Promise.withResolvers<RunningAgent>();
  const agent = await startAgent({
    model,
    channels: [messenger],
    roles: { ann: "owner", bob: "member" },
    tools: [noteCreate],
    clock,
    limits: { money: { person: { day: "0.5" } } },
    commands: [
      broken,
      lateStatus(started.promise, { model, clock, startedAt: NOW - 50 * HOUR_MS }),
    ],
  });
  started.resolve(agent);
  const ask = async (text: string, options: Parameters<typeof messenger.say>[1] = {}) => {
    const { externalId = "1" } = options;
    const before = textsIn(messenger, externalId).length;
    await messenger.say(text, { language, ...options, externalId });
    await messenger.received(before + 1, externalId);
    return textsIn(messenger, externalId).slice(before).join("\n");
  };
  /** Sends commands in one chat, in order, and returns the replies. */
  const askAll = async (commands: readonly string[]) => {
    const told: string[] = [];
    for (const command of commands) told.push(await ask(command));
    return withoutIds(told);
  };
  await ask("42");
  // Deliveries are confirmed a moment later.
  await expect.poll(async () => (await agent.store.read.outbox.due(0, 0)).nextAt).toBe(undefined);
  return { agent, model, ask, askAll };
}

const broken: ChatCommand = {
  name: "broken",
  usage: "/broken",
  summary: "fails",
  access: "anyone",
  scope: "chat",
  async answer() {
    throw new Error("a bug");
  },
};

async function keepSome(agent: RunningAgent): Promise<void> {
  const { person } = await callerOf(agent);
  const [chat] = await agent.store.read.chats.byAddress("scripted", "1");
  if (!chat) throw new Error("nothing was said");
  const tomorrow = NOW + 18 * HOUR_MS;
  const task = { status: "todo", project: null, notes: null, doneAt: null } as const;
  const watch = { cooldownMs: 0, until: NOW + 100 * HOUR_MS } as const;
  const job = {
    tenant: "home",
    maker: person.id,
    chat: chat.id,
    onMissed: "run-once",
    onParentFailure: "skip",
    parents: [],
    label: { integrity: "owner", audience: "all" },
    role: "owner",
    state: "active",
    lastAt: null,
    createdAt: NOW,
  } as const;
  await agent.store.commit("note", async (tx) => {
    const owner = { tenant: "home", person: person.id };
    const times = { createdAt: NOW, updatedAt: NOW };
    await tx.tasks.add(owner, {
      ...task,
      ...times,
      id: "t1",
      title: "A",
      priority: "high",
      due: { at: tomorrow, isDateOnly: false },
    });
    await tx.tasks.add(owner, {
      ...task,
      ...times,
      id: "t2",
      title: "B",
      priority: "normal",
      due: { at: Date.UTC(2026, 1, 16), isDateOnly: true },
    });
    await tx.jobs.add({
      ...job,
      id: toId("j1"),
      kind: "reminder",
      text: "C",
      schedule: { type: "at", at: tomorrow },
      nextAt: tomorrow,
    });
    await tx.jobs.add({
      ...job,
      id: toId("j2"),
      kind: "watch",
      text: "D",
      schedule: { type: "watch", person: "bob", words: ["x", "y"], ...watch },
      nextAt: null,
    });
  });
}

/** Ids and codes differ from run to run. */
function withoutIds(told: readonly string[]): readonly string[] {
  return told.map((text) =>
    text
      .replaceAll(/[A-Z2-9]{4}-[A-Z2-9]{4}|\b\d{6}\b/g, "CODE")
      .replaceAll(/^( {2})\S+$/gm, "$1ID"),
  );
}

const KEPT = ["/tasks", "/reminders", "/briefing", "/briefing 2026-03-01"];

const CHAT = ["/why", "/why nothing", "/status", "/mode", "/loop 0", "/agent", "/agent main"];
const TOOLS = ["/modules off note", "/archive off", "/plan", "/plan abort", "/pair", "/link"];
const OWN = ["/usage", "/history", "/undo", "/undo", "/history", "/memory", "/memory x"];
const PAUSE = ["/forgetme", "/pause", "/pause", "/resume", "/resume", "/broken"];

test("a German is answered in German", async () => {
  const { agent, model, ask, askAll } = await start("de");
  await using _ = agent;
  expect(await askAll(CHAT)).toEqual([
    "„42“: beantwortet\nAntwort: fertig, 2 Schritte\nAufruf: note_create, erlaubt, beendet\nModell: scripted/model, 2.400 Tokens\nZustellung: gesendet",
    "Keine Nachricht von dir in diesem Chat heißt „nothing“.\nOhne Kennung erzählt /why von deiner neuesten.",
    "Alles läuft.\nReeve 1, läuft seit 2 T. 2 Std.\nModell: scripted/model\nNachrichten: 3 beantwortet, 0 in Arbeit, 0 wartend\noffene Fragen: 0",
    "Modus: steer\nSchritte höchstens: 5",
    "So geht es: /loop [1-50]",
    "▶ main: scripted/model, 1 Werkzeug",
    "Ab deiner nächsten Nachricht antwortet hier main.",
  ]);
  expect(await askAll(TOOLS)).toEqual([
    "note: aus, 1 Werkzeug",
    "Archiv: aus",
    "Hier ist kein Plan unterwegs.",
    "Kein Plan in diesem Chat fragt, wie es weitergeht.",
    "Niemand bittet um Zugang.",
    "Schick das innerhalb von 10 Minuten von deinem anderen Konto:\n/link CODE",
  ]);
  expect(await askAll(OWN)).toEqual([
    "Von allen:\nheute: 2.400 Tokens, 0,04\u00a0$\ndiesen Monat: 2.400 Tokens, 0,04\u00a0$\nübrig von 0,5\u00a0$ am Tag für diese Person: 0,46\u00a0$",
    "- Notiz angelegt: 42\n  ID",
    "Zurückgenommen: Notiz angelegt: 42",
    "Es gibt nichts mehr zurückzunehmen.",
    "- Notiz angelegt: 42 (zurückgenommen)\n  ID",
    "Nichts wartet auf Bestätigung.",
    "Es gibt keinen unbestätigten Eintrag x.\nAlle zeigt: /memory",
  ]);
  expect(await askAll(PAUSE)).toEqual([
    "Damit wird alles, was du gesagt hast und was daraus entstanden ist, endgültig entfernt. Wenn du sicher bist: /forgetme CODE",
    "Pausiert. Nachrichten speichere ich, beantworte sie aber erst nach /resume.",
    "Hier war schon pausiert.",
    "Nachrichten in der Zwischenzeit: 0; davon beantworte ich 0.",
    "Es war nichts pausiert.",
    "/broken hat nicht geklappt. Mehr steht im Protokoll des Agenten.",
  ]);
  expect(await ask("/export")).toMatch(/^Alles, was ich über dich aufbewahre: \d+ Zeilen\.$/);

  await keepSome(agent);
  expect(await askAll(KEPT)).toEqual([
    "- B (Mo. 16. Feb.)\n- A (morgen 09:30, dringend)",
    "- morgen 09:30: C\n- wenn bob etwas zu x y schreibt: D",
    "Freitag, 20. Februar 2026\n\nZu tun\n- B (überfällig seit Mo. 16. Feb.)",
    "Sonntag, 1. März 2026\n\nZu tun\n- B (überfällig seit Mo. 16. Feb.)\n- A (überfällig seit Sa. 21. Feb. 2026 09:30, dringend)",
  ]);
  await endStory(agent, model);
});

test("a Russian is answered in Russian, in the forms that numbers ask for", async () => {
  const { agent, model, ask, askAll } = await start("ru");
  await using _ = agent;
  expect(await askAll(CHAT)).toEqual([
    "«42»: ответ дан\nответ: готов, 2 шага\nвызов: note_create, разрешён, завершён\nмодель: scripted/model, 2\u00a0400 токенов\nдоставка: отправлено",
    "Среди ваших сообщений в этом чате нет «nothing».\nБез идентификатора /why рассказывает о последнем.",
    "Всё работает.\nReeve 1, работает 2 д 2 ч\nмодель: scripted/model\nсообщения: с ответом — 3, в работе — 0, в очереди — 0\nоткрытые вопросы: 0",
    "режим: steer\nне больше шагов: 5",
    "Пишите так: /loop [1-50]",
    "▶ main: scripted/model, 1 инструмент",
    "Начиная со следующего вашего сообщения здесь отвечает main.",
  ]);
  expect(await askAll(TOOLS)).toEqual([
    "note: выключено, 1 инструмент",
    "архив: выключен",
    "Здесь не выполняется ни один план.",
    "Ни один план в этом чате не спрашивает, как быть дальше.",
    "Никто не просит впустить.",
    "В течение 10 минут скажите это там, где я знаю вас под другим именем:\n/link CODE",
  ]);
  expect(await askAll(OWN)).toEqual([
    "У всех:\nсегодня: 2\u00a0400 токенов, 0,04\u00a0$\nв этом месяце: 2\u00a0400 токенов, 0,04\u00a0$\nосталось из 0,5\u00a0$ в день для этого человека: 0,46\u00a0$",
    "- заметка создана: 42\n  ID",
    "Отменено: заметка создана: 42",
    "Отменять больше нечего.",
    "- заметка создана: 42 (отменено)\n  ID",
    "Ничто не ждёт подтверждения.",
    "Неподтверждённой записи x нет.\nСписок: /memory",
  ]);
  expect(await askAll(PAUSE)).toEqual([
    "Так навсегда удаляется всё, что вы сказали, и всё, что из этого получилось. Если вы уверены: /forgetme CODE",
    "Пауза. Всё, что придёт, я запомню до команды /resume.",
    "Пауза уже включена.",
    "Сообщений за это время: 0; из них отвечу на 0.",
    "Никакой паузы не было.",
    "/broken не удалось выполнить. Подробности — в системном журнале агента.",
  ]);
  expect(await ask("/export")).toMatch(/^Всё, что я о вас храню: \d+ строк[аи]?\.$/);

  await keepSome(agent);
  expect(await askAll(KEPT)).toEqual([
    "- B (пн 16 февр.)\n- A (завтра 09:30, срочно)",
    "- завтра 09:30: C\n- когда bob напишет про x y: D",
    "Пятница, 20 февраля 2026 г.\n\nДела\n- B (срок истёк: пн 16 февр.)",
    "Воскресенье, 1 марта 2026 г.\n\nДела\n- B (срок истёк: пн 16 февр.)\n- A (срок истёк: сб 21 февр. 2026 г. 09:30, срочно)",
  ]);
  await endStory(agent, model);
});

test("what somebody may not use, and where, they are told in their language", async () => {
  const { agent, ask } = await start("de");
  await using _ = agent;
  const bob = { sender: "bob", externalId: "2" };
  const inGroup = { sender: "bob", externalId: "g", kind: "group" } as const;
  expect(await ask("/pause", bob)).toBe("/pause ist nur für den Besitzer und für Admins.");
  expect(await ask("/pause", { ...bob, language: "ru" })).toBe(
    "/pause — только для владельца и администраторов.",
  );
  expect(await ask("/notes", inGroup)).toBe(
    "/notes zeigt, was nur dich angeht: Frag mich in einem Einzelchat.",
  );
  expect(await ask("/archive off", inGroup)).toBe(
    "In einer Gruppe bestimmen nur der Besitzer und Admins, was aufbewahrt wird.",
  );
});

test("each command is told of in the language of who asks for help", async () => {
  const { agent, ask } = await start("de");
  await using _ = agent;
  expect((await ask("/help")).split("\n")).toEqual([
    "/agent [name] – den Agenten anzeigen oder wählen, der in diesem Chat antwortet",
    "/approvals – offene Rückfragen anzeigen",
    "/archive [on|off] – anzeigen oder festlegen, ob dieser Chat nach dem Gespräch aufbewahrt wird",
    "/boot – mich kennenlernen: Ich frage, was ich über dich wissen soll",
    "/briefing [day] – die Tagesübersicht anzeigen, für heute oder einen anderen Tag",
    "/broken – fails",
    "/clear – ein neues Gespräch beginnen; das alte bleibt erhalten",
    "/export – alle deine Daten als Datei erhalten",
    "/forgetme [code] – alle deine Daten endgültig löschen, nach Bestätigung mit einem Code",
    "/help – alle Befehle anzeigen",
    "/history – deine Änderungen anzeigen, neueste zuerst",
    "/link [code] – ein weiteres Konto von dir verknüpfen",
    "/loop [1-50] – anzeigen oder festlegen, wie viele Schritte eine Antwort in diesem Chat haben darf",
    "/memory [id] – Erinnerungen anzeigen, die auf Bestätigung warten, oder eine bestätigen",
    "/mode [steer|queue|interrupt] – anzeigen oder festlegen, was mit Nachrichten geschieht, die während der Arbeit eintreffen",
    "/modules [on|off <category>] – die Werkzeuge dieses Chats nach Kategorie anzeigen, ein- oder ausschalten",
    "/new – ein neues Gespräch beginnen; das alte bleibt erhalten",
    "/notes – deine 5 neuesten Notizen anzeigen",
    "/pair [code] [member|guest|admin|mine|refuse] – Leute zulassen oder ablehnen, die um Zugang bitten",
    "/pause [all] – hier oder überall nicht mehr antworten; Nachrichten werden weiter gespeichert",
    "/ping – nachsehen, ob ich da bin",
    "/plan [continue|retry|skip|abort] – den Stand des Plans anzeigen oder ihn nach einem Fehler fortsetzen",
    "/policy [open|allowlist|admin-only|disabled|default] – zeigen oder festlegen, wem ich in diesem Chat antworte",
    "/readlater – deine Leseliste anzeigen, Neuestes zuerst",
    "/reminders – anstehende Erinnerungen anzeigen, deine oder die der Gruppe",
    "/reset – ein neues Gespräch beginnen; das alte bleibt erhalten",
    "/resume [all] – wieder antworten, in jedem Einzelchat ab der neuesten Nachricht",
    "/start – erfahren, wer ich bin und was ich kann",
    "/status – anzeigen, was ich gerade tue",
    "/stop – alles anhalten, was in diesem Chat läuft",
    "/task <task> – mir eine Aufgabe geben, die ich zu Ende bringe",
    "/tasks – deine offenen Aufgaben anzeigen",
    "/undo [id] – deine letzte Änderung rückgängig machen, oder die mit dieser Kennung",
    "/usage – Tokens, Kosten und dein restliches Budget anzeigen",
    "/verbose [on|off] – in diesem Chat zeigen, welche Werkzeuge gerade laufen, oder nicht",
    "/why [message] – anzeigen, was aus deiner letzten Nachricht wurde, oder aus der mit dieser Kennung",
    "Alles andere ist eine Nachricht an mich.",
  ]);
});

test("no command is told of in English to who speaks another language", async () => {
  const { agent, ask } = await start("en");
  await using _ = agent;
  const english = (await ask("/help")).split("\n").filter((line) => line !== "/broken – fails");
  for (const language of LANGUAGES.filter((one) => one !== "en")) {
    const told = await ask("/help", { language });
    expect(told.split("\n").filter((line) => english.includes(line))).toEqual([]);
  }
});

test("times are told by the clock of who asks, not by the one of the settings", async () => {
  const { agent, ask, askAll } = await start("de");
  await using _ = agent;
  await keepSome(agent);
  await askOf(agent)(preferences.update, { timeZone: "Asia/Tokyo" });
  expect(await askAll(["/tasks", "/reminders", "/briefing"])).toEqual([
    "- B (Mo. 16. Feb.)\n- A (heute 18:30, dringend)",
    "- heute 18:30: C\n- wenn bob etwas zu x y schreibt: D",
    "Samstag, 21. Februar 2026\n\nZu tun\n- B (überfällig seit Mo. 16. Feb.)\n- A (bis 18:30, dringend)\n\nErinnerungen\n- 18:30 C",
  ]);
  expect(await ask("/tasks", { language: "fr" })).toBe(
    "- B (lun. 16 févr.)\n- A (aujourd’hui 18:30, urgent)",
  );
});

test("who is let in, and what a pause held back, is told in the language of who decides", async () => {
  const messenger = scriptedChannel({ isPairing: true });
  const model = scriptedModel([{ text: "Hi." }, { text: "OK" }]);
  const agent = await startAgent({
    model,
    channels: [messenger],
    roles: { ann: "owner", eve: "stranger" },
    clock: { now: () => NOW },
  });
  await using _ = agent;
  await messenger.say("/pause", { language: "ru" });
  await messenger.say("42", { language: "ru" });
  await messenger.say("hi", { sender: "eve", externalId: "2" });
  const shown = (await messenger.received(1, "2")).at(0)?.part;
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(shown?.type === "text" ? shown.text : "")?.[0];
  await messenger.received(2, "1");
  await messenger.say(`/pair ${code} guest`, { language: "ru" });
  await messenger.received(3, "1");
  expect(textsIn(messenger, "1").at(-1)).toBe("eve теперь гость.");
  await messenger.received(3, "2");
  await messenger.say("/resume", { language: "ru" });
  await messenger.received(5, "1");
  expect(textsIn(messenger, "1").slice(3).toSorted()).toEqual([
    "OK",
    "Сообщений за это время: 1; из них отвечу на 1.",
  ]);
  await endStory(agent, model);
});

test("how a plan goes is told in the language of who asks", async () => {
  const messenger = scriptedChannel();
  const { tools } = planTools((name) =>
    name === "fares_note" ? new Fault("unavailable", "The shop is closed.") : undefined,
  );
  const { agent } = await startPlan({ messenger, model: steppingModel(WELL), tools });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  await heard(messenger, "Step 2 of 3 failed");
  await messenger.say("/plan", { language: "de" });
  expect(await heard(messenger, "Bob knows the best fare (fehlgeschlagen)")).toBe(
    "Bob knows the best fare (fehlgeschlagen)\n✓ 1. Look up the fares\n✗ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
  );
});
