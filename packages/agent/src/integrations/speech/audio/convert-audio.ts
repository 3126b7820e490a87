import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Processes } from "@reeve/sdk";
import { unreadable } from "../../../kernel/unreadable.ts";
import type { AudioKind } from "voice-note-audio";
import { tryProgram } from "../run-program.ts";

/**
 * The only readers of ffmpeg that a recording reaches. It is never left to guess: a
 * playlist would have it read other files of this machine.
 */
const DEMUXERS: Readonly<Record<AudioKind, string>> = {
  ogg: "ogg",
  webm: "matroska",
  wav: "wav",
  mp3: "mp3",
  mp4: "mov",
  flac: "flac",
  amr: "amr",
  aac: "aac",
  aiff: "aiff",
  caf: "caf",
};

const TIMEOUT_MS = 60_000;
const MAX_SECONDS = 3600;

export interface ConvertOptions {
  readonly processes: Processes;
  readonly signal: AbortSignal;
}

/** Makes Ogg with Opus of any recording, with ffmpeg. `missing` where that is not installed. */
export async function convertAudio(
  data: Uint8Array,
  kind: AudioKind,
  { processes, signal }: ConvertOptions,
): Promise<Uint8Array> {
  await using folder = await processes.openFolder();
  const source = path.join(folder.path, "source");
  const target = path.join(folder.path, "target.ogg");
  await writeFile(source, data, { mode: 0o600 });
  const general = "ffmpeg -nostdin -hide_banner -loglevel error -threads 1".split(" ");
  const input = ["-protocol_whitelist", "file", "-f", DEMUXERS[kind], "-i", source];
  const sound = `-map 0:a:0 -vn -sn -dn -map_metadata -1 -t ${MAX_SECONDS}`.split(" ");
  const output = "-ac 1 -ar 48000 -c:a libopus -b:a 32k -f ogg".split(" ");
  const argv = [...general, ...input, ...sound, ...output, target];
  const { code, stderr } = await tryProgram(argv, {
    processes,
    signal,
    timeoutMs: TIMEOUT_MS,
    missingHint: `It is needed for ${kind} recordings: install ffmpeg, or send a voice message.`,
  });
  if (code !== 0)
    throw unreadable("garbled", "The recording cannot be read.", {
      hint: "Send it again, as a voice message or as MP3, M4A, OGG or WAV.",
      cause: new Error(stderr),
    });
  return await readFile(target);
}
