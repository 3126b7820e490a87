import path from "node:path";
import { expect, test } from "vitest";
import { isRecord } from "../../src/kernel/text/json.ts";
import { type MockAnswer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { openTelegramApp } from "../kit/telegram/open-telegram-app.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { logIn, type TelegramPerson } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer, type TelegramServer } from "../kit/telegram/telegram-server.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const EVE = "9996620002";

/** Messages of people and replies of the model, by language. */
const SCRIPTS = {
  en: {
    hello: "Hi, it's Eve from next door.",
    helloReply: "Hello Eve, how can I help?",
    write: "Note down the Wi-Fi code in wifi.txt",
    written: "It's in wifi.txt.",
    remove: "Delete wifi.txt",
    asks: "Please confirm.",
    removed: "I've deleted wifi.txt.",
    gone: "✅ Deleted wifi.txt",
    spared: "All right, wifi.txt stays.",
    plan: "Plan my trip",
    goal: "A weekend in Lisbon",
    steps: ["Compare trains and flights", "List three hotels"],
    step: "The train is cheapest.",
    document: "What does this say?",
    summary: "It's an invoice for 40 euros.",
    broken: "Break down, please",
    buttons: { member: "As member", yes: "✅ Confirm", no: "❌ Cancel" },
  },
  de: {
    hello: "Hallo, hier ist Eva von nebenan.",
    helloReply: "Hallo Eva, was kann ich für dich tun?",
    write: "Schreib den WLAN-Code in wifi.txt",
    written: "Steht in wifi.txt.",
    remove: "Lösch wifi.txt",
    asks: "Bitte bestätige das.",
    removed: "Ich habe wifi.txt gelöscht.",
    gone: "✅ wifi.txt gelöscht",
    spared: "Gut, wifi.txt bleibt.",
    plan: "Plane meine Reise",
    goal: "Ein Wochenende in Lissabon",
    steps: ["Zug und Flug vergleichen", "Drei Hotels heraussuchen"],
    step: "Der Zug ist am günstigsten.",
    document: "Was steht da drin?",
    summary: "Das ist eine Rechnung über 40 Euro.",
    broken: "Geh bitte kaputt",
    buttons: { member: "Als Mitglied", yes: "✅ Bestätigen", no: "❌ Abbrechen" },
  },
} as const;

type Script = (typeof SCRIPTS)[keyof typeof SCRIPTS];

type Texts = readonly string[];

const has = (text: string) => (texts: Texts) => texts.some((one) => one.includes(text));

const count = (text: string, n: number) => (texts: Texts) =>
  texts.filter((one) => one.includes(text)).length === n;

function call(name: string, args: object): MockAnswer {
  return { calls: [{ name: "tool_call", args: { name, arguments: args } }] };
}

/** Answers as the script says. */
function answer(
  { body }: { readonly body: Readonly<Record<string, unknown>> },
  script: Script,
): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const last = JSON.stringify(messages.at(-1)?.["content"] ?? "");
  if (messages.at(-1)?.["role"] === "tool")
    return { text: last.includes("Waiting for approval") ? script.asks : script.written };
  if (last.includes(" allowed] workspace_delete")) return { text: script.removed };
  if (last.includes(" refused by")) return { text: script.spared };
  if (last.includes(script.broken)) return { refusal: { status: 400, message: "broken" } };
  if (last.includes(script.write))
    return call("workspace_write", { path: "wifi.txt", content: "1" });
  if (last.includes(script.remove)) return call("workspace_delete", { path: "wifi.txt" });
  if (last.includes(script.document)) return { text: script.summary };
  if (last.includes(script.plan)) {
    const steps = script.steps.map((description) => ({ description }));
    return call("plan_create", { goal: script.goal, steps });
  }
  if (last.includes(script.hello)) return { text: script.helloReply };
  return { text: script.step };
}

interface Scene {
  readonly server: TelegramServer;
  readonly person: TelegramPerson;
  readonly name: string;
  readonly botId: number;
}

/** Records what a chat shows: new messages, and how earlier ones change. */
function createRecorder({ server, person, name, botId }: Scene) {
  const shown = new Map<number, string>();
  const lines: string[] = [];
  const read = async () => {
    const all = await readTranscript(server, { viewer: person.id, chat: botId });
    return all
      .filter(({ deleted }) => !deleted)
      .map((line) => ({ ...line, shown: describe(line) }));
  };
  return {
    lines,
    /** Writes down everything once nothing has changed for a while. */
    async settle(until: (texts: readonly string[]) => boolean) {
      await expect
        .poll(async () => until((await read()).map((line) => line.shown)), { timeout: 30_000 })
        .toBe(true);
      let before = "";
      const isQuiet = async () => {
        const earlier = before;
        before = JSON.stringify(await read());
        return earlier === before;
      };
      await expect.poll(isQuiet, { timeout: 30_000, interval: 1000 }).toBe(true);
      for (const line of await read()) {
        const known = shown.get(line.id);
        if (known === line.shown) continue;
        shown.set(line.id, line.shown);
        const who = line.from === botId ? "Reeve" : name;
        lines.push(`${who}${known === undefined ? "" : " (changes it)"}: ${line.shown}`);
      }
    },
    press: (title: string) => lines.push(`${name} presses ${title}`),
  };
}

function describe(line: Awaited<ReturnType<typeof readTranscript>>[number]): string {
  const rows = (line.buttons ?? []).map((row) => row.map(({ text }) => `[${text}]`).join(" "));
  const text = line.media === undefined ? line.text : `(${line.media}) ${line.text}`;
  return [text, ...rows]
    .join("\n")
    .replaceAll(/\b[1-9A-HJ-NP-Za-km-z]{22}\b/g, "(id)")
    .replaceAll(/\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/g, "ABCD-EFGH")
    .replaceAll("\n", "\n  ");
}

test.each(["en", "de"] as const)(
  "conversations in %s read as they did",
  { timeout: 240_000 },
  async (language) => {
    const script = SCRIPTS[language];
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startTelegramServer());
    const person = (firstName: string, phone: string) =>
      server.addPerson({ firstName, phone, languageCode: language });
    const annId = await person("Ann", ANN);
    await person("Eve", EVE);
    const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
    const ann = stack.use(await logIn(server, ANN));
    const eve = stack.use(await logIn(server, EVE));
    const model = stack.use(
      await startMockServer({ answer: (request) => answer(request, script) }),
    );
    const home = createRecorder({ server, person: ann, name: "Ann", botId });
    const door = createRecorder({ server, person: eve, name: "Eve", botId });
    stack.use(
      await openTelegramApp({
        server,
        token: TOKEN,
        bot: { owners: [annId] },
        config: {
          agent: {
            model: "local/scripted",
            utilityModel: "offline/rules",
            ownerName: "Ann",
            debounceMs: 0,
          },
          models: { baseUrl: `${model.url}/v1` },
          embedding: { provider: "none" },
        },
      }),
    );
    const press = async (title: string) => {
      const question = ann.seen.findLast(
        (one) => (one.kind === "message" || one.kind === "edit") && one.buttons.length > 0,
      );
      if (!question || !("buttons" in question)) throw new Error("nothing to press");
      home.press(`[${title}]`);
      await ann.click(question, title);
    };
    const { buttons } = script;

    home.lines.push("# Onboarding");
    await ann.send(botId, "/start");
    await home.settle(has("Reeve"));
    await eve.send(botId, script.hello);
    await home.settle(has(buttons.member));
    await door.settle(has("ABCD-EFGH"));
    await press(buttons.member);
    await door.settle(has(script.helloReply));
    await home.settle(count(`[${buttons.member}]`, 0));
    home.lines.push("# A command that does not exist");
    await ann.send(botId, "/dance");
    await home.settle(has("/help"));
    home.lines.push("# Tool answer");
    await ann.send(botId, script.write);
    await home.settle(has(script.written));
    home.lines.push("# Approval, denied and then allowed");
    await ann.send(botId, script.remove);
    await home.settle(has(buttons.no));
    await press(buttons.no);
    await home.settle(has(script.spared));
    await ann.send(botId, script.remove);
    await home.settle(has(buttons.yes));
    await press(buttons.yes);
    await home.settle(has(script.gone));
    home.lines.push("# Plan");
    await ann.send(botId, script.plan);
    await home.settle(has(script.goal));
    await press(buttons.yes);
    await home.settle((texts) => texts.filter((one) => one.includes(script.step)).length > 0);
    home.lines.push("# Document");
    await ann.sendDocument(
      botId,
      { name: "invoice.txt", data: Buffer.from("Invoice: 40 euros"), mediaType: "text/plain" },
      { caption: script.document },
    );
    await home.settle(has(script.summary));
    home.lines.push("# Error");
    await ann.send(botId, script.broken);
    await home.settle(has("(id)"));
    const transcript = [...home.lines, "# Eve's chat", ...door.lines, ""].join("\n");
    await expect(transcript).toMatchFileSnapshot(
      path.join(import.meta.dirname, `../transcripts/${language}.txt`),
    );
  },
);
