import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readLines } from "./read-lines.ts";

async function linesOf(chunks: readonly Buffer[], maxBytes: number): Promise<readonly string[]> {
  return Array.fromAsync(readLines(Readable.from(chunks), maxBytes));
}

test("lines are joined over chunks, also within a character", async () => {
  const text = Buffer.from("héllo\n\nwörld\nunfinished");
  const chunks = Array.from(text, (byte) => Buffer.from([byte]));
  expect(await linesOf(chunks, 100)).toEqual(["héllo", "", "wörld"]);
});

test("a line that is too long is refused before it has ended", async () => {
  await expect(linesOf([Buffer.from("12345"), Buffer.from("678")], 7)).rejects.toThrow("");
  await expect(linesOf([Buffer.from("12345678\n")], 7)).rejects.toMatchObject({
    name: "LineTooLong",
  });
  expect(await linesOf([Buffer.from("1234567\n1234567\n")], 7)).toEqual(["1234567", "1234567"]);
});
