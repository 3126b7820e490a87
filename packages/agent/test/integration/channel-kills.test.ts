import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MockServer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { createRandom, seedFromEnvironment } from "../crash/sample.ts";
import type { ChannelStage, Platform } from "../../src/channels/kit/testing/stage.ts";
import { findPlatforms } from "../kit/find-platforms.ts";
import { freePort } from "../kit/free-port.ts";
import { killProcess } from "../kit/kill-process.ts";
import { waitForMore } from "../kit/wait-for-more.ts";
import { answerWishes } from "./wishes-model.ts";

const ENTRY = path.resolve(import.meta.dirname, "../../src/main.ts");
/** Kills for each of the three channels. */
const KILLS = process.env["REEVE_PROVE"] === "all" ? 67 : 10;

let model: MockServer;

beforeAll(async () => {
  model = await startMockServer({ answer: answerWishes });
});
afterAll(async () => {
  await model[Symbol.asyncDispose]();
});

describe.each(await findPlatforms())("$name", ({ openPlatform }) => {
  let platform: Platform;
  const open = () => platform.openStage();
  beforeAll(async () => {
    platform = await openPlatform();
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test(
    "an agent that is killed while it sends answers everything once",
    { timeout: 120_000 + KILLS * 30_000 },
    async () => {
      const seed = seedFromEnvironment();
      process.stdout.write(`seed ${seed}: REEVE_SEED=${seed} repeats this run\n`);
      const random = createRandom(seed);
      await using stage = await open();
      const home = await mkdtemp(path.join(tmpdir(), "reeve-killed-"));
      const wanted: string[] = [];
      const given = async () =>
        (await stage.shown()).flatMap(({ text }) => text.match(/Answer \d+\./g) ?? []);
      const areGiven = () =>
        expect
          .poll(async () => [...new Set(wanted).difference(new Set(await given()))], {
            timeout: 90_000,
            interval: 100,
          })
          .toEqual([]);
      const ask = async () => {
        wanted.push(`Answer ${wanted.length}.`);
        await stage.say(`question ${wanted.length - 1}?`);
      };
      const port = await freePort();
      await prepareHome(home, port, stage);

      for (let round = 0; round < KILLS; round += 1) {
        const child = await startAgent(home, port, stage);
        const asked = ask();
        // It dies when the platform has received a message, or shortly before or after.
        await waitForMore(() => stage.proxy.calls.length, { more: random() * 2, withinMs: 4000 });
        await sleep(random() * 30);
        // A turn whose process dies three times over is given up, so every third agent lives until all is said.
        if (round % 3 === 2) await areGiven();
        await killProcess(child);
        // A message may be reported to the next agent only.
        void asked;
      }
      const child = await startAgent(home, port, stage);
      await ask();
      await areGiven();
      await killProcess(child);

      expect((await given()).toSorted(byNumber)).toEqual(wanted.toSorted(byNumber));
      // Nothing but answers was ever posted, also not to find out what had arrived.
      const posted = stage.proxy.calls.flatMap((call) => stage.textsIn(call));
      expect(posted.filter((text) => !/^(?:Answer \d+\. ?)+$/.test(text))).toEqual([]);
      await rm(home, { recursive: true, force: true });
    },
  );
});

async function prepareHome(home: string, port: number, { channels }: ChannelStage): Promise<void> {
  await mkdir(home, { recursive: true });
  await writeFile(
    path.join(home, "config.yaml"),
    // JSON is YAML.
    JSON.stringify({
      agent: { model: "local/scripted", utilityModel: "offline/rules", debounceMs: 100 },
      models: { baseUrl: `${model.url}/v1` },
      embedding: { provider: "none" },
      http: { port },
      channels,
    }),
  );
}

async function startAgent(home: string, port: number, stage: ChannelStage): Promise<ChildProcess> {
  const child = spawn(process.execPath, [ENTRY, "start"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], REEVE_HOME: home },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("ready")) break;
  }
  child.stdout.resume();
  stage.connect?.(`http://127.0.0.1:${port}`);
  return child;
}

function byNumber(one: string, other: string): number {
  return Number(one.match(/\d+/)?.[0]) - Number(other.match(/\d+/)?.[0]);
}
