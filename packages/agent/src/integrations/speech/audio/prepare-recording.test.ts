import { muxOgg } from "voice-note-audio";
import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { muxWebm } from "../../../../../speech/src/testing/mux-webm.ts";

const PREPARE = fileURLToPath(new URL("../testing/prepare-file.ts", import.meta.url));

/** How long a recording is, as a process finds that has so many MB for objects. */
async function measureWithin(megabytes: number, recording: Uint8Array): Promise<string> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "reeve-prepare-"));
  const file = path.join(folder.path, "recording");
  await writeFile(file, recording);
  const argv = [`--max-old-space-size=${megabytes}`, PREPARE, file];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return stdout;
}

const packets = Array.from({ length: 600_000 }, () => Uint8Array.of(0xe0));
const samples = packets.length * 120;
const stream = { channels: 1, preSkip: 0, packets, samples };

test.each([
  ["Ogg", muxOgg(stream, { serial: 1 })],
  ["WebM", muxWebm(stream)],
])("no packet of a recording in %s is kept, however many there are", async (_kind, file) => {
  expect(await measureWithin(64, file)).toBe(String(samples / 48_000));
});
