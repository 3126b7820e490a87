import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Processes } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createProcesses } from "../../../platform/child-process.ts";
import { convertAudio } from "./convert-audio.ts";

const { signal } = new AbortController();

/** A program that writes down what it was asked for, and answers with what it was given. */
function recorder(code = 0) {
  const runs: (readonly string[])[] = [];
  const processes: Processes = {
    ...createProcesses(),
    async run(command, args) {
      runs.push([command, ...args]);
      const source = args[args.indexOf("-i") + 1] ?? "";
      if (code === 0) await writeFile(args.at(-1) ?? "", await readFile(source));
      return { code, stdout: "", stderr: "said why" };
    },
  };
  return { runs, processes };
}

test.each([
  ["ogg", "ogg"],
  ["webm", "matroska"],
  ["wav", "wav"],
  ["mp3", "mp3"],
  ["mp4", "mov"],
  ["flac", "flac"],
  ["amr", "amr"],
  ["aac", "aac"],
  ["aiff", "aiff"],
  ["caf", "caf"],
] as const)("ffmpeg reads %s as %s, from a file that is gone afterwards", async (kind, reader) => {
  const { runs, processes } = recorder();
  const data = Buffer.from(`as ${kind}`);
  expect(await convertAudio(data, kind, { processes, signal })).toEqual(data);
  const [argv = []] = runs;
  const input = argv.slice(argv.indexOf("-protocol_whitelist"), argv.indexOf("-i"));
  expect(input).toEqual(["-protocol_whitelist", "file", "-f", reader]);
  const folder = path.dirname(argv.at(-1) ?? "");
  await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
});

test("what it cannot read is the sender's broken recording", async () => {
  const { processes } = recorder(1);
  await expect(convertAudio(Buffer.of(1), "mp3", { processes, signal })).rejects.toMatchObject({
    code: "invalid",
    message: "The recording cannot be read.",
    cause: new Error("said why"),
  });
});
