import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { notes } from "@reeve/operations/memory/notes";
import { expect, onTestFinished, test } from "vitest";
import { createLineReader } from "./line-reader.ts";
import { connectSocket } from "./socket.ts";

/** Listens on a socket and answers each frame with what `answer` returns. */
async function serve(answer: (frame: { id: string; type: string }) => object) {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-client-"));
  const asked: string[] = [];
  const server = createServer((socket) => {
    const lines = createLineReader({ maxBytes: 10_000 });
    socket.on("data", (chunk: Buffer) => {
      for (const line of lines.push(chunk)) {
        const frame = JSON.parse(line);
        const name = frame.operation ?? frame.method;
        asked.push(name === undefined ? frame.type : `${frame.type} ${name}`);
        socket.write(`${JSON.stringify(answer(frame))}\n`);
      }
    });
  });
  const file = path.join(folder, "agent.sock");
  await new Promise<void>((resolve) => server.listen(file, resolve));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const connection = await connectSocket(file, { signal: new AbortController().signal });
  onTestFinished(() => connection.close());
  return { connection, asked };
}

test("an agent of an older version is refused with a sentence, and is asked nothing", async () => {
  const { connection, asked } = await serve(({ id }) => ({
    type: "fault",
    id,
    code: "conflict",
    message: "The client speaks version 2 of the frames, this agent version 1.",
    hint: "Use the same version of Reeve on both sides.",
  }));
  await expect(connection.ask(notes.list, {})).rejects.toMatchObject({
    code: "conflict",
    message: "The client speaks version 2 of the frames, this agent version 1.",
    hint: "Use the same version of Reeve on both sides.",
  });
  expect(asked).toEqual(["hello"]);
});

test("an agent of another version that answers the hello is refused as well", async () => {
  const { connection, asked } = await serve(({ id }) => ({
    type: "hello",
    id,
    version: 3,
    agent: "9.0.0",
    model: "m",
    seq: 0,
  }));
  await expect(connection.ask(notes.list, {})).rejects.toMatchObject({
    code: "conflict",
    message: "The agent (Reeve 9.0.0) uses protocol version 3, but this program uses version 2.",
  });
  expect(asked).toEqual(["hello"]);
});

test("an agent of another version is ended without a hello", async () => {
  const { connection, asked } = await serve(({ id }) => ({ type: "reply", id, value: {} }));
  await connection.end();
  expect(asked).toEqual(["ask agent.end"]);
});

test("an agent of version 1, which does not know the frame, is ended as well", async () => {
  const { connection, asked } = await serve(({ id, type }) =>
    type === "control"
      ? { type: "reply", id, value: { ending: true, pid: 7 } }
      : { type: "fault", id, code: "invalid", message: "The line is not a valid frame." },
  );
  await connection.end();
  expect(asked).toEqual(["ask agent.end", "control process.end"]);
});

test("an agent that may not be ended says so", async () => {
  const { connection, asked } = await serve(({ id }) => ({
    type: "fault",
    id,
    code: "denied",
    message: "Only the owner can end the process.",
  }));
  await expect(connection.end()).rejects.toMatchObject({ code: "denied" });
  expect(asked).toEqual(["ask agent.end"]);
});

test("an answer that breaks its contract is an error, and a closed connection a fault", async () => {
  const { connection } = await serve(({ id, type }) =>
    type === "hello"
      ? { type, id, version: 2, agent: "1", model: "m", seq: 0 }
      : { type: "reply", id, value: { items: 7 } },
  );
  await expect(connection.ask(notes.list, {})).rejects.toThrow(/expected array/);
  connection.close();
  await connection.closed;
  await expect(connection.ask(notes.list, {})).rejects.toMatchObject({ code: "unavailable" });
});
