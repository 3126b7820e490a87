import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import type { ChatEventBody, LiveEvent } from "../../kernel/chat-event.ts";
import { runPipe } from "./pipe.ts";
import { fakeClient, numberFacts } from "./testing/fake-client.ts";

const accepted: ChatEventBody = {
  type: "message-accepted",
  message: "i1",
  from: "Ann",
  text: "hi",
};
const started: ChatEventBody = { type: "turn-start", turn: "t1", messages: ["i1"] };
const delta: LiveEvent = { type: "text-delta", turn: "t1", step: 0, delta: "Hel" };
const answered: ChatEventBody = {
  type: "turn-end",
  turn: "t1",
  outcome: "answered",
  reply: [{ type: "text", text: "Hello\u001B[31m!" }],
};
const asking: ChatEventBody = {
  type: "approval-request",
  turn: "t1",
  approval: "a1",
  tool: "note_delete",
  args: { id: "n1" },
  question: "Delete the note?",
  expires: 1,
};

const newId = () => "m1";

async function pipe(
  text: string,
  {
    happens,
    json = false,
    images = [],
  }: { happens: readonly LiveEvent[]; json?: boolean; images?: readonly string[] },
) {
  const client = fakeClient(4);
  const output = new PassThrough({ encoding: "utf8" });
  client.happen(...happens);
  const input = Readable.from([text]);
  const code = await runPipe({ client, externalId: "main", input, images, output, json, newId });
  return { code, output: String(output.read() ?? ""), asked: client.asked };
}

test("sends the whole input as one message and prints the answer as plain text", async () => {
  const fact = numberFacts(5);
  const happens = [fact(accepted), fact(started), delta, fact(answered)];
  expect(await pipe("one\ntwo\n", { happens })).toEqual({
    code: 0,
    output: "Hello!\n",
    asked: [{ since: 4 }, { deliver: { message: "m1", text: "one\ntwo" } }],
  });
});

test("images go along with the message, and need no words", async () => {
  const fact = numberFacts(5);
  const happens = [fact(accepted), fact(started), fact(answered)];
  const { code, asked } = await pipe(" ", { happens, images: ["R0lGODlh"] });
  expect([code, asked]).toEqual([
    0,
    [{ since: 4 }, { deliver: { message: "m1", text: "", images: ["R0lGODlh"] } }],
  ]);
});

test("prints one event a line as JSON, up to the end of its turn", async () => {
  const fact = numberFacts(5);
  const happens = [fact(accepted), fact(started), delta, fact(answered)];
  const later = fact({ ...started, turn: "t2" });
  const { code, output } = await pipe("hi", { happens: [...happens, later], json: true });
  expect(code).toBe(0);
  expect(
    output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(happens);
});

test("prints an approval request, leaves it open and exits with 3", async () => {
  const fact = numberFacts(5);
  const happens = [fact(accepted), fact(started), fact(asking), fact(answered)];
  const { code, output, asked } = await pipe("hi", { happens });
  expect(code).toBe(3);
  expect(output).toBe(
    'Delete the note?\n  note_delete {"id":"n1"}\n  To allow it: reeve approvals allow a1\nHello!\n',
  );
  expect(asked).toHaveLength(2);
});

test("exits with 1 when the turn failed, with the line that the sender is told", async () => {
  const fact = numberFacts(5);
  const failed = fact({
    type: "turn-end",
    turn: "t1",
    outcome: "failed",
    reply: [{ type: "notice", code: "failed", text: "That did not work (incident x1)." }],
    incident: "x1",
  });
  expect(await pipe("hi", { happens: [fact(started), failed] })).toMatchObject({
    code: 1,
    output: "That did not work (incident x1).\n",
  });
});

test("waits past a turn that is not about its message", async () => {
  const fact = numberFacts(5);
  const other = [
    fact({ type: "turn-start", turn: "t0", messages: ["i0"] }),
    fact({ ...answered, turn: "t0", reply: [{ type: "text", text: "Other." }] }),
  ];
  const happens = [...other, fact(started), fact(answered)];
  expect((await pipe("hi", { happens })).output).toBe("Hello!\n");
});

test("takes the answer of the turn that its message joined, or that took it over", async () => {
  const fact = numberFacts(5);
  const joined = [
    fact({ type: "messages-joined", turn: "t0", messages: ["i1"] }),
    fact({ ...answered, turn: "t0", outcome: "interrupted", reply: [] }),
  ];
  const happens = [...joined, fact(started), fact(answered)];
  expect(await pipe("hi", { happens })).toMatchObject({ code: 0, output: "Hello!\n" });
});

test("refuses an empty input, and says so when the connection ends first", async () => {
  await expect(pipe(" \n", { happens: [] })).rejects.toMatchObject({ code: "invalid" });
  const client = fakeClient();
  const output = new PassThrough();
  const input = Readable.from(["hi"]);
  const running = runPipe({
    client,
    externalId: "main",
    input,
    output,
    json: false,
    newId: () => "m",
  });
  setImmediate(() => client.close());
  await expect(running).rejects.toMatchObject({ code: "unavailable" });
});

const waiting: ChatEventBody = {
  type: "turn-waiting",
  turn: "t1",
  model: "a/b",
  cause: "server",
  since: 1,
  retryAt: 2,
};

/** A message in a pipe, whose time passes when the test says so. */
function pipeInTime(waitMs: number) {
  const client = fakeClient(4);
  const output = new PassThrough({ encoding: "utf8" });
  const fact = numberFacts(5);
  const pauses: { readonly ms: number; readonly end: () => void; readonly signal: AbortSignal }[] =
    [];
  let now = 0;
  client.happen(fact(accepted), fact(started));
  const running = runPipe({
    client,
    externalId: "main",
    input: Readable.from(["hi"]),
    output,
    json: false,
    newId,
    waitMs,
    clock: { now: () => now },
    pause: async (ms, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.push({ ms, end: resolve, signal });
      await promise;
    },
  });
  const wait = async (count: number) => {
    client.happen(fact(waiting));
    await expect.poll(() => pauses).toHaveLength(count);
    return pauses.at(-1);
  };
  return {
    wait,
    client,
    fact,
    pass: (ms: number) => (now += ms),
    end: async () => {
      return { code: await running, output: String(output.read() ?? "") };
    },
  };
}

test("exits with 75 once the model has been down for as long as it waits", async () => {
  const { wait, client, pass, end } = pipeInTime(100);
  const first = await wait(1);
  expect(first?.ms).toBe(100);
  pass(30);
  client.happen(delta);
  // It broke off after its first words: this is the same outage.
  const second = await wait(2);
  expect([first?.signal.aborted, second?.ms]).toEqual([true, 70]);
  second?.end();
  expect(await end()).toEqual({
    code: 75,
    output:
      "The model a/b is down. The message is stored and will be answered once the model is available again. Read the reply with: reeve chat\n",
  });
});

test("a model that is back ends the wait, and its answer is printed", async () => {
  const { wait, client, fact, end } = pipeInTime(100);
  const outage = await wait(1);
  client.happen(delta);
  await expect.poll(() => outage?.signal.aborted).toBe(true);
  outage?.end();
  client.happen(fact(answered));
  expect(await end()).toEqual({ code: 0, output: "Hello!\n" });
});
