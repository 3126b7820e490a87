import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLog } from "../src/platform/log.ts";
import { openHttp, ORIGIN, type HttpStory } from "./kit/http/open-http.ts";

test("the log's entries arrive as they are written, redacted", async () => {
  using log = await openTestLog();
  await using http = await openHttp({ followLog: log.follow });
  await using stream = await follow(http, "/v1/log/live", await http.token("admin"));
  log.debug("below the level of the file");
  log.warn("a key was refused", { apiKey: "sk-1", provider: "local" });
  expect(await stream.next("agent.log.entry")).toMatchObject({
    level: "warn",
    sentence: "a key was refused",
    fields: { apiKey: "•••", provider: "local" },
  });
});

test("members cannot follow the log, and nothing listens after a client has gone", async () => {
  using log = await openTestLog();
  let listeners = 0;
  const http = await openHttp({
    followLog(listener) {
      listeners += 1;
      const following = log.follow(listener);
      return {
        [Symbol.dispose]() {
          listeners -= 1;
          following[Symbol.dispose]();
        },
      };
    },
  });
  await using _ = http;
  const member = await http.token("admin", "member");
  expect(await http.ask("GET", "/v1/log/live", { token: member })).toMatchObject({ status: 403 });
  const stream = await follow(http, "/v1/log/live", await http.token("admin"));
  expect(listeners).toBe(1);
  await stream[Symbol.asyncDispose]();
  await expect.poll(() => listeners).toBe(0);
});

test("admins receive the changes of all chats, and members those of their own chats", async () => {
  await using http = await openHttp();
  await using admin = await follow(http, "/v1/live", await http.token("admin"));
  const token = await http.token("chat", "member");
  await using member = await follow(http, "/v1/live", token);
  const say = (chat: string, by: string) =>
    http.ask("POST", `/v1/sessions/${chat}/turns`, {
      token: by,
      body: { message: chat, text: "Hello", wait: false },
    });
  await say("of-the-owner", await http.token("chat"));
  expect(await admin.next("agent.stream.change")).toMatchObject({
    types: ["message-accepted", "turn-start"],
  });
  await say("of-the-member", token);
  const told = await member.next("agent.stream.change");
  expect(JSON.stringify(told)).toContain("of-the-member");
});

async function openTestLog() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-log-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return openLog({
    file: path.join(folder, "reeve.log"),
    level: "info",
    clock: { now: () => 7 },
    onLost: fail,
  });
}

function fail(error: Error): never {
  throw error;
}

/** A client of a stream of events. */
async function follow({ gateway }: HttpStory, target: string, token: string) {
  const gone = new AbortController();
  const { body } = await gateway.fetch(
    new Request(new URL(target, ORIGIN), {
      headers: { authorization: `Bearer ${token}` },
      signal: gone.signal,
    }),
  );
  if (!body) throw new Error(`${target} has no stream`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    /** Returns the data of the next event with a name. */
    async next(name: string): Promise<unknown> {
      for (;;) {
        const [, data] = new RegExp(`event: ${name}\ndata: (.*)\n\n`).exec(text) ?? [];
        if (data !== undefined) {
          text = "";
          return JSON.parse(data);
        }
        const { value, done } = await reader.read();
        if (done) throw new Error(`${target} ended before ${name}`);
        text += value;
      }
    },
    async [Symbol.asyncDispose]() {
      gone.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
