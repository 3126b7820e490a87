import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

const shown = z.object({
  streams: z.array(z.object({ codec_name: z.string(), channels: z.number() })),
  format: z.object({ format_name: z.string() }),
});

/**
 * Returns ffprobe's output for a recording, and its duration after decoding all of it; rejects if it cannot
 * be played.
 */
export async function playVoice(
  data: Uint8Array,
): Promise<{ format: string; codecs: readonly string[]; seconds: number }> {
  await using files = await openFolder();
  const file = path.join(files.folder, "voice");
  const pcm = path.join(files.folder, "voice.pcm");
  await writeFile(file, data);
  const entries = "stream=codec_name,channels:format=format_name";
  const show = ["-v", "error", "-show_entries", entries, "-of", "json"];
  const probed = await run("ffprobe", [...show, file]);
  const toPcm = ["-f", "s16le", "-ac", "1", "-ar", "48000"];
  const decoded = await run("ffmpeg", ["-v", "warning", "-xerror", "-i", file, ...toPcm, pcm]);
  const complaints = `${probed.stderr}${decoded.stderr}`;
  if (complaints !== "") throw new Error(complaints);
  const { streams, format } = shown.parse(JSON.parse(probed.stdout));
  const { size } = await stat(pcm);
  return {
    format: format.format_name,
    codecs: streams.map(({ codec_name: name }) => name),
    seconds: size / 2 / 48_000,
  };
}

/** Records a sentence spoken by espeak-ng, in Ogg with Opus, as Telegram's apps record. */
export async function recordVoice(sentence: string): Promise<{ data: Buffer; seconds: number }> {
  await using files = await openFolder();
  const wav = path.join(files.folder, "said.wav");
  const ogg = path.join(files.folder, "said.ogg");
  await run("espeak-ng", ["-w", wav, sentence]);
  const opus = ["-ac", "1", "-c:a", "libopus", "-b:a", "32k"];
  await run("ffmpeg", ["-v", "error", "-i", wav, ...opus, ogg]);
  const data = await readFile(ogg);
  return { data, seconds: Math.round((await playVoice(data)).seconds) };
}

async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-voice-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
