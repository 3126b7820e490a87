import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Api, InputFile } from "grammy";
import { expect, onTestFinished, test, vi } from "vitest";
import { redact } from "../../platform/redact.ts";
import { Secret } from "../../platform/secret.ts";
import { createTelegramClient } from "./client.ts";
import { refusalOf } from "./telegram-fault.ts";
import { attempt } from "../../kernel/attempt.ts";

type Answer = readonly [status: number, body: string];

/** A Bot API that answers each call with the next of these. */
async function openApi(answers: readonly Answer[], { isSilent = false, cutsOff = "none" } = {}) {
  const calls: string[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    calls.push(request.url ?? "");
    if (isSilent) return;
    const [status, body] = left.shift() ?? [200, '{"ok":true,"result":{"message_id":1}}'];
    const isCut = request.url?.startsWith(cutsOff);
    const length = isCut ? { "content-length": body.length + 1 } : {};
    response.writeHead(status, { "content-type": "application/json", ...length });
    if (!isCut) return response.end(body);
    return response.write(body, () => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  let now = 0;
  const waited: number[] = [];
  const client = createTelegramClient({
    token: new Secret("42:secret"),
    apiRoot: `http://127.0.0.1:${port}`,
    clock: { now: () => now },
    after(ms, work) {
      waited.push(ms);
      now += ms;
      setImmediate(work);
    },
  });
  return {
    client,
    calls,
    waited,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const { signal } = new AbortController();

function refusal(code: number, description: string, parameters = {}): Answer {
  return [code, JSON.stringify({ ok: false, error_code: code, description, parameters })];
}

test("a message waits for as long as Telegram asks, and is sent again", async () => {
  const tooMany = refusal(429, "Too Many Requests: retry after 7", { retry_after: 7 });
  await using api = await openApi([tooMany, tooMany]);
  const { client } = api;
  const sent = await client.send({ chat: "9", sending: "final", signal }, (to) =>
    to.sendMessage(9, "x"),
  );
  expect([sent?.message_id, api.calls.length, api.waited]).toEqual([1, 3, [7000, 7000]]);
});

test("a frame that Telegram asks to wait is dropped; a wait that is too long is told", async () => {
  const tooMany = refusal(429, "Too Many Requests: retry after 7", { retry_after: 7 });
  const forLong = refusal(429, "Too Many Requests: retry after 900", { retry_after: 900 });
  await using api = await openApi([tooMany, forLong]);
  const { client } = api;
  const frame = await client.send({ chat: "9", sending: "frame", signal }, (to) =>
    to.sendMessage(9, "x"),
  );
  expect(frame).toBeUndefined();
  await expect(
    client.send({ chat: "8", sending: "final", signal }, (to) => to.sendMessage(8, "x")),
  ).rejects.toMatchObject({ name: "Fault", code: "exhausted" });
});

test("after a wait of minutes in the midst of frames, what must arrive is sent when it is over, once", async () => {
  const forLong = refusal(429, "Too Many Requests: retry after 300", { retry_after: 300 });
  await using api = await openApi([forLong]);
  const { client } = api;
  const send = (sending: "frame" | "final") =>
    client.send({ chat: "9", sending, signal }, (to) => to.sendMessage(9, "x"));
  expect([await send("frame"), await send("frame")]).toEqual([undefined, undefined]);
  expect((await send("final"))?.message_id).toBe(1);
  expect([api.calls.length, api.waited]).toEqual([2, [300_000]]);
});

test("a file that is too large for bots is refused, and the way out told", async () => {
  await using api = await openApi([refusal(400, "Bad Request: file is too big")]);
  await expect(api.client.download("F", { signal, maxBytes: 99 })).rejects.toMatchObject({
    name: "Fault",
    code: "invalid",
    hint: expect.stringContaining("channels.telegramBot.apiRoot"),
  });
});

test.each([
  [401, "Unauthorized", "denied", undefined],
  [409, "Conflict: terminated by other getUpdates request", "conflict", undefined],
  [403, "Forbidden: bot was blocked by the user", "denied", "blocked"],
  [400, "Bad Request: message is not modified: specified new …", "invalid", "not-modified"],
  [400, "Bad Request: can't parse entities: …", "invalid", "bad-entities"],
  [500, "Internal Server Error", "unavailable", undefined],
])("%s %s is %s", async (code, description, fault, refused) => {
  await using api = await openApi([refusal(code, description)]);
  const called = await attempt(api.client.call((to) => to.getMe()));
  expect(called).toMatchObject({ status: "rejected", reason: { name: "Fault", code: fault } });
  expect(refusalOf(called?.status === "rejected" && called.reason)).toBe(refused);
});

test("a server that is not there is unavailable, and its address is not told", async () => {
  const client = createTelegramClient({
    token: new Secret("42:secret"),
    apiRoot: "http://127.0.0.1:1",
    clock: { now: () => 0 },
    after: () => {},
  });
  const called = await attempt(client.call((to) => to.getMe()));
  expect(called).toMatchObject({ reason: { name: "Fault", code: "unavailable" } });
  const error: unknown = called?.status === "rejected" && called.reason;
  expect(JSON.stringify(redact({ error }))).not.toContain("secret");
});

test("what a refused message said is not told by its fault", async () => {
  await using api = await openApi([refusal(400, "Bad Request: message is too long")]);
  const order = { chat: "9", sending: "final", signal } as const;
  const sent = await attempt(
    api.client.send(order, (to) => to.sendMessage(9, "our little secret")),
  );
  const error: unknown = sent?.status === "rejected" && sent.reason;
  expect(refusalOf(error)).toBe("too-long");
  expect(JSON.stringify(redact({ error }))).not.toContain("little secret");
});

test("a file is fetched up to its limit", async () => {
  const found: Answer = [200, '{"ok":true,"result":{"file_id":"F","file_path":"a/b.txt"}}'];
  const large: Answer = [
    200,
    '{"ok":true,"result":{"file_id":"F","file_path":"a/b.txt","file_size":9}}',
  ];
  await using api = await openApi([found, [200, "hello"], found, [200, "hello"], large]);
  const { client } = api;
  const read = await client.download("F", { signal, maxBytes: 5 });
  expect(Buffer.from(read).toString()).toBe("hello");
  expect(api.calls[1]).toBe("/file/bot42:secret/a/b.txt");
  const tooLarge = { name: "Fault", code: "invalid" };
  await expect(client.download("F", { signal, maxBytes: 4 })).rejects.toMatchObject(tooLarge);
  await expect(client.download("F", { signal, maxBytes: 4 })).rejects.toMatchObject(tooLarge);
  expect(api.calls).toHaveLength(5);
});

test("a file for which Telegram asks to wait is asked for again, for as long as anybody has time", async () => {
  const found: Answer = [200, '{"ok":true,"result":{"file_id":"F","file_path":"a/b.txt"}}'];
  const tooMany = refusal(429, "Too Many Requests: retry after 7", { retry_after: 7 });
  const forLong = refusal(429, "Too Many Requests: retry after 30", { retry_after: 30 });
  await using api = await openApi([tooMany, found, [200, "hello"], forLong]);
  const read = await api.client.download("F", { signal, maxBytes: 5 });
  expect([Buffer.from(read).toString(), api.waited]).toEqual(["hello", [7000]]);
  await expect(api.client.download("F", { signal, maxBytes: 5 })).rejects.toMatchObject({
    name: "Fault",
    code: "exhausted",
  });
  expect(api.waited).toEqual([7000]);
});

test("after a wait that is too long for a file, the next one is tried within seconds", async () => {
  const found: Answer = [200, '{"ok":true,"result":{"file_id":"F","file_path":"a/b.txt"}}'];
  const forLong = refusal(429, "Too Many Requests: retry after 600", { retry_after: 600 });
  await using api = await openApi([forLong, found, [200, "hello"]]);
  const load = () => api.client.download("F", { signal, maxBytes: 5 });
  await expect(load()).rejects.toMatchObject({ code: "exhausted" });
  expect([Buffer.from(await load()).toString(), api.waited]).toEqual(["hello", [20_000]]);
});

test("a file that breaks off can be had later", async () => {
  const found: Answer = [200, '{"ok":true,"result":{"file_id":"F","file_path":"a/b.txt"}}'];
  await using api = await openApi([found, [200, "cut off"]], { cutsOff: "/file/" });
  await expect(api.client.download("F", { signal, maxBytes: 99 })).rejects.toMatchObject({
    name: "Fault",
    code: "unavailable",
  });
});

function fileAt(file: string): Answer {
  return [200, JSON.stringify({ ok: true, result: { file_id: "F", file_path: file } })];
}

test("a file of a local server is read from its folder, and no other file of the machine", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-bot-api-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const inBot = path.join(folder, "42:secret", "documents");
  await mkdir(inBot, { recursive: true });
  await writeFile(path.join(inBot, "a.txt"), "hello");
  await writeFile(path.join(folder, "b.txt"), "private");
  await symlink(path.join(folder, "b.txt"), path.join(inBot, "c.txt"));
  const files = ["a.txt", "a.txt", "../../b.txt", "c.txt", "gone.txt"];
  await using api = await openApi(files.map((name) => fileAt(`${inBot}/${name}`)));
  const load = (maxBytes: number) => api.client.download("F", { signal, maxBytes });
  expect(Buffer.from(await load(5)).toString()).toBe("hello");
  await expect(load(4)).rejects.toMatchObject({ code: "invalid" });
  await expect(load(9)).rejects.toMatchObject({ code: "denied" });
  for (const name of ["c.txt", "gone.txt"]) {
    const made = await attempt(load(9));
    expect(made, name).toMatchObject({ reason: { code: "unavailable" } });
    const error: unknown = made.status === "rejected" && made.reason;
    expect(String(error)).not.toContain("secret");
  }
  expect(api.calls.every((one) => one.endsWith("/getFile"))).toBe(true);
});

test.each([
  ["https://api.telegram.org", 50],
  ["http://127.0.0.1:8081", 2000],
])("over %s, files of %s MB can be sent", (apiRoot, megabytes) => {
  const { maxFileBytes } = createTelegramClient({
    token: new Secret("42:secret"),
    apiRoot,
    clock: { now: () => 0 },
    after: () => {},
  });
  expect(maxFileBytes).toBe(megabytes * 1024 * 1024);
});

test("a call that carries a file has more time than others, however deep the file is in it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await using api = await openApi([], { isSilent: true });
  const file = new InputFile(new Uint8Array(9), "a.mp4");
  const ended: string[] = [];
  const start = async (name: string, work: (to: Api) => Promise<unknown>) => {
    const made = await attempt(api.client.call(work));
    if (made.status === "rejected") ended.push(name);
    return made;
  };
  const made = [
    start("text", (to) => to.sendMessage(9, "x")),
    start("document", (to) => to.sendDocument(9, file)),
    start("story", (to) => to.postStory("c1", { type: "video", video: file }, 86_400, {})),
  ];
  await vi.waitFor(() => expect(api.calls).toHaveLength(3));
  await vi.advanceTimersByTimeAsync(60_000);
  await made[0];
  expect(ended).toEqual(["text"]);
  await vi.advanceTimersByTimeAsync(479_000);
  expect(ended).toEqual(["text"]);
  await vi.advanceTimersByTimeAsync(1000);
  for (const one of await Promise.all(made))
    expect(one).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
});

test("who asks for a file is not kept waiting after an abort", async () => {
  await using api = await openApi([], { isSilent: true });
  const stop = new AbortController();
  const download = api.client.download("F", { signal: stop.signal, maxBytes: 99 });
  const ended = expect(download).rejects.toMatchObject({ name: "Fault" });
  await expect.poll(() => api.calls.length).toBe(1);
  stop.abort();
  await ended;
});
