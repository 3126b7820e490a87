import { type ChildProcess, spawn } from "node:child_process";
import { access, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startMockServer } from "../../src/llm/testing/mock-server.ts";
import { createRandom, seedFromEnvironment } from "../crash/sample.ts";
import { killProcess } from "../kit/kill-process.ts";
import { waitForMore } from "../kit/wait-for-more.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { logIn, type TelegramPerson } from "../kit/telegram/telegram-person.ts";
import type { SeenMessage } from "../kit/telegram/telegram-seen.ts";
import { startTelegramServer, type TelegramServer } from "../kit/telegram/telegram-server.ts";
import { answerWishes } from "./wishes-model.ts";
import { attempt } from "../../src/kernel/attempt.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const ENTRY = path.resolve(import.meta.dirname, "../../src/main.ts");
const KILLS = process.env["REEVE_PROVE"] === "all" ? 200 : 30;

const NO_TASKS = "You have no open tasks.";

/** All that the bot may say once it has said it. */
const SAID =
  /^(?:(?:(?:Answer|Settled) \d+\. ?)+|You have no open tasks\.|.*Number \d+ is due.*|(?:\n?✅ Deleted temp\/\d+\.txt)+|(?:\n?[❌❓] .*: Permanently delete "temp\/\d+\.txt")+)$/u;

test(
  "a bot that is killed again and again answers, asks and reminds once, and leaves what it said as it was",
  { timeout: KILLS * 20_000 },
  async () => {
    const seed = seedFromEnvironment();
    process.stdout.write(`seed ${seed}: REEVE_SEED=${seed} repeats this run\n`);
    const random = createRandom(seed);
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startTelegramServer());
    const model = stack.use(await startMockServer({ answer: answerWishes }));
    const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
    const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
    const creator = annId;
    const group = await server.addGroup({ title: "House", creator, members: [botId] });
    const ann = stack.use(await logIn(server, ANN));
    const home = await mkdtemp(path.join(tmpdir(), "reeve-kills-"));
    stack.defer(() => rm(home, { recursive: true, force: true }));
    await writeFile(
      path.join(home, "config.yaml"),
      // JSON is YAML.
      JSON.stringify({
        agent: { model: "local/scripted", utilityModel: "offline/rules", debounceMs: 200 },
        models: { baseUrl: `${model.url}/v1` },
        embedding: { provider: "none" },
        http: { port: 0 },
        limits: {
          rates: { person: { minute: 1000, day: 10_000 }, group: { minute: 1000, day: 10_000 } },
        },
        channels: { telegramBot: { token: TOKEN, apiRoot: server.botApi, owners: [annId] } },
      }),
    );
    const files = path.join(home, "workspace", "temp");
    await mkdir(files, { recursive: true });

    const lines = async () => {
      const all = await Promise.all(
        [botId, group].map((chat) =>
          readTranscript(server, { viewer: annId, chat, deleted: "too" }),
        ),
      );
      return all.flat().filter(({ from }) => from === botId);
    };
    const texts = async () =>
      (await lines()).flatMap(({ text, deleted }) => (deleted ? [] : [text]));
    const given = async () =>
      (await texts()).flatMap((text) => text.match(/(?:Answer|Settled) \d+\./g) ?? []);

    let commands = 0;
    let asked = 0;
    const wanted: string[] = [];
    const deletions: number[] = [];
    const reminders: number[] = [];
    const ask = async (chat: number, wish: (n: number) => string) => {
      const n = asked;
      asked += 1;
      wanted.push(`Answer ${n}.`);
      await ann.send(chat, chat === group ? `@reeve_bot ${wish(n)}` : wish(n));
      return n;
    };
    const missing = async () => [...new Set(wanted).difference(new Set(await given()))];
    const areGiven = () => expect.poll(missing, { timeout: 60_000, interval: 100 }).toEqual([]);
    const askMore = async (what: number) => {
      if (what < 0.3) {
        commands += 1;
        await ann.send(botId, "/tasks");
      } else if (what < 0.65) {
        await writeFile(path.join(files, `${asked}.txt`), "x");
        deletions.push(await ask(botId, (n) => `delete file ${n}`));
      } else reminders.push(await ask(botId, (n) => `remind me of ${n}`));
    };

    const verdicts = new Map<number, string>();
    const taps: Promise<unknown>[] = [];
    const tap = (question: SeenMessage) => {
      const label = random() < 0.5 ? "✅ Confirm" : "❌ Cancel";
      for (const n of filesIn(question.text)) {
        verdicts.set(n, label);
        wanted.push(`Settled ${n}.`);
      }
      // Who was killed before it answered does not answer any more; the tap counts.
      taps.push(attempt(ann.click(question, label)));
    };
    const untapped = () =>
      openQuestions(ann).filter(({ text }) => !filesIn(text).some((n) => verdicts.has(n)));

    for (let round = 0; round < KILLS; round += 1) {
      const child = startAgent(home);
      const chat = random() < 0.5 ? botId : group;
      await waitForMore(() => callsOf(server), { more: random() * 6, withinMs: 1000 });
      await ask(chat, (n) => `question ${n}?`);
      const [waiting] = untapped();
      if (waiting && random() < 0.7) tap(waiting);
      if (random() < 0.8) await askMore(random());
      await waitForMore(() => callsOf(server), { more: random() * 12, withinMs: 2500 });
      // A turn that is killed three times over is given up, so every third agent lives until all is said.
      if (round % 3 === 2) await areGiven();
      // Not always right at a call, but anywhere between two.
      await sleep(random() * 40);
      await killProcess(child);
    }

    const child = startAgent(home);
    stack.defer(() => killProcess(child));
    await expect
      .poll(() => untapped().flatMap(({ text }) => filesIn(text)).length + verdicts.size, {
        timeout: 60_000,
      })
      .toBe(deletions.length);
    for (const question of untapped()) tap(question);
    await areGiven();
    // Chats are answered in order: once these are answered, nothing else is to come.
    await ask(botId, (n) => `question ${n}?`);
    await ask(group, (n) => `question ${n}?`);
    await areGiven();
    await Promise.all(taps);
    const reminded = async () =>
      (await texts())
        .flatMap((text) => (text.includes("is due") ? [numberOf(text)] : []))
        .toSorted((one, other) => one - other);
    // One whose making was cut off is due a minute later.
    await expect.poll(reminded, { timeout: 70_000, interval: 200 }).toEqual(reminders);

    expect((await given()).toSorted(byNumber)).toEqual(wanted.toSorted(byNumber));
    expect((await texts()).filter((text) => text === NO_TASKS)).toHaveLength(commands);
    // A question changes into its result once the limits of its chat allow another edit.
    const unsettled = async () => (await texts()).filter((text) => !SAID.test(text));
    await expect.poll(unsettled, { timeout: 60_000, interval: 200 }).toEqual([]);
    const told = (await texts()).flatMap(filesIn);
    expect(told.toSorted((one, other) => one - other)).toEqual(deletions);

    // What is changed or taken away is only what stood for an answer, or asked, or a second copy.
    const left = await texts();
    const isLeft = (text: string) =>
      left.some((one) => one === text || (filesIn(text).length > 0 && isAbout(one, text)));
    const taken = (await lines()).filter(({ deleted, text }) => deleted && text !== "…");
    expect(taken.filter(({ text }) => !isLeft(text))).toEqual([]);
    expect(rewritten(ann, botId)).toEqual([]);

    const outcome = deletions.map(async (n) => {
      const isThere = await exists(path.join(files, `${n}.txt`));
      return [n, isThere ? "❌ Cancel" : "✅ Confirm"] as const;
    });
    expect(new Map(await Promise.all(outcome))).toEqual(
      new Map([...verdicts].toSorted(([one], [other]) => one - other)),
    );
    expect(runsOfDeletion(home)).toEqual(
      deletions.filter((n) => verdicts.get(n) === "✅ Confirm").map((n) => `temp/${n}.txt`),
    );
  },
);

/** Questions as they came, each once. */
function openQuestions({ seen }: TelegramPerson): readonly SeenMessage[] {
  const asking = seen.flatMap((one) =>
    one.kind === "message" || one.kind === "edit" ? [one] : [],
  );
  const withButtons = asking.filter(({ buttons }) => buttons.length > 0);
  return [...new Map(withButtons.map((one) => [one.text, one])).values()];
}

/** Texts of a bot that were replaced by something that does not go on from them. */
function rewritten({ seen }: TelegramPerson, bot: number): readonly (readonly string[])[] {
  const shown = new Map<string, string>();
  const replaced: (readonly string[])[] = [];
  for (const one of seen) {
    if ((one.kind !== "message" && one.kind !== "edit") || one.from !== bot) continue;
    const key = `${one.chat} ${one.id}`;
    const before = shown.get(key) ?? "…";
    const isGrown = before === "…" || one.text.startsWith(before.trimEnd());
    const isResult = SAID.test(one.text) && filesIn(before).length > 0 && isAbout(one.text, before);
    if (!isGrown && !isResult) replaced.push([before, one.text]);
    shown.set(key, one.text);
  }
  return replaced;
}

/** The files that were deleted under a decision, once for each time. */
function runsOfDeletion(home: string): readonly string[] {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  const runs = database.prepare(
    `select json_extract(args, '$.path') as file from calls
     where tool = 'workspace_delete' and origin is not null and state = 'settled'`,
  );
  return runs
    .all()
    .map(({ file }) => String(file))
    .toSorted(byNumber);
}

async function exists(file: string): Promise<boolean> {
  const found = await attempt(access(file));
  return found?.status === "fulfilled";
}

/** Returns how many calls bots have made so far. */
function callsOf({ events }: TelegramServer): number {
  return events.filter(({ event }) => event === "botapi").length;
}

function startAgent(home: string): ChildProcess {
  return spawn(process.execPath, [ENTRY, "start"], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { PATH: process.env["PATH"], REEVE_HOME: home },
  });
}

function byNumber(one: string, other: string): number {
  return numberOf(one) - numberOf(other) || one.localeCompare(other);
}

function numberOf(text: string): number {
  return Number(text.match(/\d+/)?.[0]);
}

/** Checks whether two texts are about the same files. */
function isAbout(one: string, other: string): boolean {
  return filesIn(one).join() === filesIn(other).join();
}

/** Returns the numbers of the files that a question or a result is about. */
function filesIn(text: string): readonly number[] {
  return Array.from(text.matchAll(/temp\/(\d+)\.txt/g), ([, n]) => Number(n));
}
