import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Log, type LogOptions, openLog } from "./log.ts";
import { Secret } from "./secret.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-log-"));
  file = path.join(folder, "reeve.log");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const clock = { now: () => 1_000 };

async function entriesOf(use: (log: Log) => void, options: Partial<LogOptions> = {}) {
  const lost: Error[] = [];
  const onLost = (error: Error) => lost.push(error);
  {
    using log = await openLog({ file, level: "info", clock, onLost, ...options });
    use(log);
  }
  expect(lost).toEqual([]);
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  return lines.filter(Boolean).map((line): unknown => JSON.parse(line));
}

test("writes a sentence and fields as one JSON object a line", async () => {
  const entries = await entriesOf((log) => {
    log.info("turn settled", { turn: "t1", tokens: { input: 7 }, amount: 5n });
    log.child({ chat: "p1" }).child({ turn: "t2" }).warn("turn failed", { step: 2 });
  });
  expect(entries).toEqual([
    {
      level: "info",
      time: 1_000,
      turn: "t1",
      tokens: { input: 7 },
      amount: "5",
      msg: "turn settled",
    },
    { level: "warn", time: 1_000, chat: "p1", turn: "t2", step: 2, msg: "turn failed" },
  ]);
});

test("leaves out what is less important than its level", async () => {
  const entries = await entriesOf(
    (log) => {
      log.info("started");
      log.error("broke");
    },
    { level: "warn" },
  );
  expect(entries).toEqual([{ level: "error", time: 1_000, msg: "broke" }]);
});

test("masks sensitive fields at any depth, by name and by kind", async () => {
  const [entry] = await entriesOf((log) =>
    log.child({ botToken: "b" }).info("connected", {
      request: { headers: [{ Authorization: "Bearer x", "set-cookie": ["a"], accept: "*/*" }] },
      OPENAI_API_KEY: "sk",
      wallet: { mnemonic: ["one", "two"], password: 1234, missing: undefined },
      held: { deep: new Secret("s") },
      maxTokens: 5,
      refreshTokens: ["r"],
    }),
  );
  expect(entry).toEqual({
    level: "info",
    time: 1_000,
    botToken: "•••",
    request: { headers: [{ Authorization: "•••", "set-cookie": "•••", accept: "*/*" }] },
    OPENAI_API_KEY: "•••",
    wallet: { mnemonic: "•••", password: "•••" },
    held: { deep: "•••" },
    maxTokens: 5,
    refreshTokens: "•••",
    msg: "connected",
  });
});

test("writes an error with its stack and its causes, masked as well", async () => {
  const cause = Object.assign(new Error("401"), { response: { cookie: "c" } });
  const [entry] = await entriesOf((log) =>
    log.error("call broke", {
      error: new Fault("unavailable", "no answer", { hint: "Wait.", cause }),
    }),
  );
  expect(entry).toMatchObject({
    error: {
      name: "Fault",
      code: "unavailable",
      message: "no answer",
      hint: "Wait.",
      stack: expect.stringContaining("log.test.ts") as string,
      cause: { name: "Error", message: "401", response: { cookie: "•••" } },
    },
  });
});

test("survives a value that contains itself", async () => {
  const loop: Record<string, unknown> = { name: "loop" };
  loop["self"] = loop;
  const entries = await entriesOf((log) => log.info("looped", { loop }));
  expect(entries).toHaveLength(1);
});

test("turns the file over at its size and keeps the newest few, private to the user", async () => {
  const lineBytes = Buffer.byteLength('{"level":"info","time":1000,"n":0,"msg":"tick"}\n');
  const entries = await entriesOf(
    (log) => {
      for (let n = 0; n < 9; n++) log.info("tick", { n });
    },
    { rotation: { maxBytes: 2 * lineBytes, files: 3 } },
  );

  expect(entries).toEqual([{ level: "info", time: 1_000, n: 8, msg: "tick" }]);
  expect((await readdir(folder)).toSorted()).toEqual(["reeve.log", "reeve.log.1", "reeve.log.2"]);
  expect(await readFile(`${file}.2`, "utf8")).toContain('"n":4');
  const modes = await Promise.all([file, `${file}.1`].map(async (name) => (await stat(name)).mode));
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o600, 0o600]);
});

test("goes on in the file that a former process left", async () => {
  await entriesOf((log) => log.info("first"));
  const entries = await entriesOf((log) => log.info("second"));
  expect(entries).toMatchObject([{ msg: "first" }, { msg: "second" }]);
});

test("shows a person a plain line from the level they asked for", async () => {
  const shown: string[] = [];
  const terminal = {
    stream: { write: (text: string) => shown.push(text) },
    level: "debug",
  } as const;
  const entries = await entriesOf(
    (log) => {
      log.debug("claimed", { chat: "p1", token: "x" });
      log.warn("slow");
    },
    { terminal },
  );
  expect(shown).toEqual(['debug claimed chat="p1" token="•••"\n', "warn  slow\n"]);
  expect(entries).toEqual([{ level: "warn", time: 1_000, msg: "slow" }]);
});

test("reports an entry that could not be written, and does not throw", async () => {
  const lost = Promise.withResolvers<Error>();
  const options = { file: "/dev/full", level: "info", clock, onLost: lost.resolve } as const;
  using log = await openLog(options);
  log.info("hello");
  expect(await lost.promise).toMatchObject({ code: "ENOSPC" });
});
