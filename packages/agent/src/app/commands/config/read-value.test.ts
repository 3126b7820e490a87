import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readValue } from "./read-value.ts";

const key = { path: "models.key", isSecret: true };

function terminal() {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  const stderr = new PassThrough();
  return { parts: { stdin, stderr, signal: new AbortController().signal }, modes };
}

test("asks for a sensitive value without showing what is typed", async () => {
  const { parts, modes } = terminal();
  const value = readValue(key, parts);
  parts.stdin.write("hunterr\u007f2\r");
  expect(await value).toBe("hunter2");
  expect(String(parts.stderr.read())).toBe("models.key: \n");
  expect(modes).toEqual([true, false]);
});

test("shows what is typed when it is not sensitive", async () => {
  const { parts } = terminal();
  const value = readValue({ path: "agent.name", isSecret: false }, parts);
  parts.stdin.write("Ann\r");
  expect(await value).toBe("Ann");
  expect(String(parts.stderr.read())).toMatch(/agent\.name: .*Ann\r\n$/s);
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("%s changes nothing", async (_name, typed) => {
  const { parts } = terminal();
  const value = readValue(key, parts);
  parts.stdin.write(typed);
  await expect(value).rejects.toMatchObject({ code: "aborted", message: "Nothing was changed." });
});

test("stops asking when the process is told to end", async () => {
  const { parts, modes } = terminal();
  const stop = new AbortController();
  const value = readValue(key, { ...parts, signal: stop.signal });
  stop.abort();
  await expect(value).rejects.toMatchObject({ code: "aborted" });
  expect(modes).toEqual([true, false]);
});

test("takes all of a pipe but its last line end", async () => {
  const stdin = new PassThrough().end("two\nlines\n");
  const parts = { stdin, stderr: new PassThrough(), signal: new AbortController().signal };
  expect(await readValue(key, parts)).toBe("two\nlines");
});

test("leaves a pipe alone when the process is told to end", async () => {
  const stop = new AbortController();
  const stdin = new PassThrough();
  const value = readValue(key, { stdin, stderr: new PassThrough(), signal: stop.signal });
  stop.abort();
  await expect(value).rejects.toMatchObject({ code: "aborted" });
  expect(stdin.destroyed).toBe(true);
});
