import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isRecord } from "../../src/kernel/json.ts";
import { startMockServer } from "../../src/llm/testing/mock-server.ts";
import { createRandom, seedFromEnvironment } from "../crash/sample.ts";
import { readTranscript } from "../kit/read-telegram.ts";
import { logIn } from "../kit/telegram-person.ts";
import { startTelegramServer, type TelegramServer } from "../kit/telegram-server.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const ENTRY = path.resolve(import.meta.dirname, "../../src/main.ts");
const KILLS = process.env["REEVE_PROVE"] === "all" ? 200 : 30;

test(
  "a bot that is killed again and again answers each message once",
  { timeout: KILLS * 20_000 },
  async () => {
    const seed = seedFromEnvironment();
    process.stdout.write(`seed ${seed}: REEVE_SEED=${seed} repeats this run\n`);
    const random = createRandom(seed);
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startTelegramServer());
    const model = stack.use(await startMockServer({ answer: answerAll }));
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
        agent: { model: "local/scripted", utilityModel: "offline/rules" },
        models: { baseUrl: `${model.url}/v1` },
        embedding: { provider: "none" },
        http: { port: 0 },
        limits: { rates: { person: { minute: 1000 }, group: { minute: 1000 } } },
        channels: { telegramBot: { token: TOKEN, apiRoot: server.botApi, owners: [annId] } },
      }),
    );

    const answers = async () => {
      const lines = await Promise.all(
        [botId, group].map((chat) => readTranscript(server, { viewer: annId, chat })),
      );
      return lines.flat().flatMap(({ from, text }) => (from === botId ? [text] : []));
    };
    const given = async () =>
      (await answers()).flatMap((text) => text.match(/Answer \d+\./g) ?? []);
    const areGiven = async (wanted: readonly string[]) => {
      const isOver = async () => new Set(await given()).isSupersetOf(new Set(wanted));
      await expect.poll(isOver, { timeout: 60_000, interval: 100 }).toBe(true);
    };

    for (let n = 0; n < KILLS; n += 1) {
      const child = startAgent(home);
      const chat = random() < 0.5 ? botId : group;
      await calls(server, { more: random() * 6, withinMs: 1000 });
      await ann.send(chat, chat === group ? `@reeve_bot question ${n}?` : `question ${n}?`);
      await calls(server, { more: random() * 12, withinMs: 2500 });
      // A turn that is killed three times over is given up, so every third agent lives until all is said.
      if (n % 3 === 2) await areGiven(answersTo(n + 1));
      // Not always right at a call, but anywhere between two.
      await sleep(random() * 40);
      await kill(child);
    }

    const child = startAgent(home);
    stack.defer(() => kill(child));
    // Chats are answered in order: once these are answered, nothing else is to come.
    await ann.send(botId, `question ${KILLS}?`);
    await ann.send(group, `@reeve_bot question ${KILLS + 1}?`);
    const wanted = answersTo(KILLS + 2);
    await areGiven(wanted);
    expect((await given()).toSorted(byNumber)).toEqual(wanted);
    expect((await answers()).filter((text) => !text.includes("Answer"))).toEqual([]);
  },
);

function answersTo(questions: number): readonly string[] {
  return Array.from({ length: questions }, (_, n) => `Answer ${n}.`);
}

/** Waits until a bot has called so often; not longer than it makes calls. */
async function calls(
  { events }: TelegramServer,
  { more, withinMs }: { readonly more: number; readonly withinMs: number },
): Promise<void> {
  const made = () => events.filter(({ event }) => event === "botapi").length;
  const wanted = made() + more;
  const over = Date.now() + withinMs;
  while (made() < wanted && Date.now() < over) await sleep(5);
}

function startAgent(home: string): ChildProcess {
  return spawn(process.execPath, [ENTRY, "start"], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { PATH: process.env["PATH"], REEVE_HOME: home },
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the agent ended by itself: ${child.exitCode}`);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Answers each question of the newest message. */
function answerAll({ body }: { readonly body: Readonly<Record<string, unknown>> }) {
  const messages = Array.isArray(body["messages"]) ? body["messages"] : [];
  const asked = messages.findLast((one) => isRecord(one) && one["role"] === "user");
  const numbers = JSON.stringify(asked).matchAll(/question (\d+)\?/g);
  const text = Array.from(numbers, ([, n]) => `Answer ${n}.`).join(" ");
  return { text, deltaChars: 3, hold: sleep(30) };
}

function byNumber(one: string, other: string): number {
  return Number(one.match(/\d+/)?.[0]) - Number(other.match(/\d+/)?.[0]);
}
