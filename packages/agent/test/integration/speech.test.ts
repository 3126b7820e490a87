import { type AudioKind, demuxOgg, demuxWebm, muxOgg, secondsOf } from "voice-note-audio";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpeech } from "../../src/app/speech/create-speech.ts";
import { type Speech, speechConfig } from "../../src/integrations/speech.ts";
import { convertAudio } from "../../src/integrations/speech/audio/convert-audio.ts";
import { prepareRecording } from "../../src/integrations/speech/audio/prepare-recording.ts";
import { toOpus } from "../../src/integrations/speech/audio/to-opus.ts";
import { serveEdge } from "../../src/integrations/speech/testing/serve-edge.ts";
import { newId } from "../../src/kernel/ids.ts";
import { createProcesses } from "../../src/platform/child-process.ts";
import { installSpeech } from "./install-speech.ts";

const run = promisify(execFile);
const { signal } = new AbortController();
const processes = createProcesses();
const serial = 99;

let folder: string;
beforeAll(async () => {
  await installSpeech();
  folder = await mkdtemp(path.join(tmpdir(), "reeve-speech-suite-"));
});
afterAll(() => rm(folder, { recursive: true }));

function create(settings: object, edgeUrl?: string): Speech {
  return createSpeech(speechConfig.parse(settings), {
    env: {},
    clock: { now: Date.now },
    random: Math.random,
    processes,
    edgeUrl,
  });
}

/** Returns the output of ffprobe for a voice note, and of decoding it completely with ffmpeg. */
async function play(data: Uint8Array) {
  const file = path.join(folder, `${newId()}.ogg`);
  await writeFile(file, data);
  const show = [
    "-v",
    "error",
    "-show_entries",
    "stream=codec_name,channels,sample_rate:format=format_name",
  ];
  const { stdout: shown, stderr: warnings } = await run("ffprobe", [...show, "-of", "json", file]);
  const pcm = `${file}.pcm`;
  const decode = [
    "-v",
    "warning",
    "-xerror",
    "-i",
    file,
    "-f",
    "s16le",
    "-ac",
    "1",
    "-ar",
    "48000",
    pcm,
  ];
  const { stderr: complaints } = await run("ffmpeg", decode);
  const sound = await readFile(pcm);
  const samples = new Int16Array(sound.buffer, sound.byteOffset, sound.length >> 1);
  return {
    shown: JSON.parse(shown),
    warnings: `${warnings}${complaints}`,
    seconds: samples.length / 48_000,
    loudest: samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
  };
}

/** Records a synthesized sentence with ffmpeg in a format. */
async function record(name: string, args: readonly string[]): Promise<Buffer> {
  const wav = path.join(folder, "said.wav");
  await run("espeak-ng", ["-w", wav, "The quick brown fox jumps over the lazy dog"]);
  const file = path.join(folder, name);
  await run("ffmpeg", ["-v", "error", "-y", "-i", wav, ...args, file]);
  return readFile(file);
}

const OPUS = {
  streams: [{ codec_name: "opus", channels: 1, sample_rate: "48000" }],
  format: { format_name: "ogg" },
};

test.each([
  ["en", "**Hello there**, this is a voice note about https://example.org/x."],
  ["de", "Guten Morgen, das Wetter wird schön, und es regnet nicht."],
  ["ru", "Доброе утро, сегодня будет хорошая погода, и дождя не будет."],
  ["fr", "Bonjour, il fera beau demain, et je suis dans le jardin."],
])(
  "espeak says %s, and what we encode of it plays for as long as we say",
  async (_language, text) => {
    const { say } = create({ tts: { provider: "espeak" } });
    const voice = await say?.speak(text, { signal });
    const played = await play(voice?.data ?? Buffer.of());
    expect(played.shown).toMatchObject(OPUS);
    expect(played.warnings).toBe("");
    expect(Math.abs(played.seconds - (voice?.seconds ?? 0))).toBeLessThan(0.1);
    expect(played.seconds).toBeGreaterThan(1.5);
    expect(played.loudest).toBeGreaterThan(3000);
    expect(voice?.waveform).toHaveLength(100);
    expect(voice?.usage).toMatchObject({ model: "espeak/espeak-ng", costNano: 0n });
  },
);

test("espeak's voices differ by language, and one that does not exist is told", async () => {
  const { say } = create({ tts: { provider: "espeak" } });
  const [english, german] = [
    await say?.speak("Information", { signal, language: "en" }),
    await say?.speak("Information", { signal, language: "de" }),
  ];
  expect(english?.data.length).not.toBe(german?.data.length);
  await expect(say?.speak("Information", { signal, voice: "klingon-9" })).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("a command of one's own speaks through its own file", async () => {
  const command = ["espeak-ng", "-v", "{language}", "-w", "{file}", "--stdin"];
  const { say } = create({ tts: { provider: "command", command }, voice: "any" });
  const voice = await say?.speak("Das ist ein Satz, und er ist nicht lang.", { signal });
  const played = await play(voice?.data ?? Buffer.of());
  expect(Math.abs(played.seconds - (voice?.seconds ?? 0))).toBeLessThan(0.1);
});

test("what Edge's voices send plays as one voice note, however many parts it came in", async () => {
  await using edge = await serveEdge({ now: Date.now });
  const { say } = create({}, edge.url);
  const voice = await say?.speak("A sentence with some words in it. ".repeat(250), { signal });
  expect(edge.said.length).toBeGreaterThan(1);
  const played = await play(voice?.data ?? Buffer.of());
  expect([played.shown, played.warnings]).toEqual([expect.objectContaining(OPUS), ""]);
  expect(Math.abs(played.seconds - (voice?.seconds ?? 0))).toBeLessThan(0.1);
});

test("the WebM of another program becomes Ogg that plays as long", async () => {
  const webm = await record("said.webm", ["-c:a", "libopus", "-b:a", "24k"]);
  const stream = demuxWebm(webm);
  const played = await play(muxOgg(stream, { serial }));
  expect([played.shown, played.warnings]).toEqual([expect.objectContaining(OPUS), ""]);
  expect(Math.abs(played.seconds - secondsOf(stream))).toBeLessThan(0.1);
  const { stdout } = await run("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    "format=duration",
    "-of",
    "csv=p=0",
    path.join(folder, "said.webm"),
  ]);
  expect(Math.abs(played.seconds - Number(stdout))).toBeLessThan(0.1);
});

test("the Ogg of another program is read, with its length", async () => {
  const ogg = await record("said.ogg", ["-c:a", "libopus", "-b:a", "24k"]);
  const stream = demuxOgg(ogg);
  const played = await play(ogg);
  expect(Math.abs(played.seconds - secondsOf(stream))).toBeLessThan(0.1);
  const again = await play(muxOgg(stream, { serial }));
  expect([again.warnings, again.seconds]).toEqual(["", played.seconds]);
});

test.each([
  ["mp3", "said.mp3", ["-c:a", "libmp3lame"]],
  ["mp4", "said.m4a", ["-c:a", "aac"]],
  ["flac", "said.flac", []],
  ["aac", "said.aac", ["-c:a", "aac"]],
  ["aiff", "said.aiff", []],
  ["ogg", "vorbis.ogg", ["-c:a", "libvorbis"]],
] as const)("%s from a file %s becomes a voice note with ffmpeg", async (_kind, name, args) => {
  const data = await record(name, args);
  const stream = await toOpus(data, { processes, signal });
  const played = await play(muxOgg(stream, { serial }));
  expect([played.shown, played.warnings]).toEqual([expect.objectContaining(OPUS), ""]);
  expect(played.seconds).toBeGreaterThan(2);
  expect(played.loudest).toBeGreaterThan(3000);
});

test("a file that ffmpeg cannot read is refused, and so is a video without sound", async () => {
  const mute = path.join(folder, "mute.mp4");
  const picture = ["-f", "lavfi", "-i", "color=c=black:s=64x64:d=1", "-c:v", "mpeg4"];
  await run("ffmpeg", ["-v", "error", "-y", ...picture, mute]);
  for (const data of [
    await readFile(mute),
    Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(500)]),
  ])
    await expect(toOpus(data, { processes, signal })).rejects.toMatchObject({
      code: "invalid",
      message: "The recording cannot be read.",
    });
});

test("a playlist in the clothes of a recording does not have ffmpeg read other files", async () => {
  const secret = path.join(folder, "secret.wav");
  await run("espeak-ng", ["-w", secret, "this is the secret"]);
  const playlists = [
    `ffconcat version 1.0\nfile '${secret}'\n`,
    `#EXTM3U\n#EXTINF:5,\n${secret}\n#EXT-X-ENDLIST\n`,
  ];
  const kinds: readonly AudioKind[] = ["mp3", "mp4", "aac", "amr", "ogg", "caf"];
  for (const list of playlists) {
    const recording = { data: Buffer.from(list), mediaType: "audio/mpeg" };
    await expect(
      prepareRecording(recording, { takes: [], processes, signal }),
    ).rejects.toMatchObject({ code: "invalid" });
    for (const kind of kinds)
      await expect(
        convertAudio(Buffer.from(list), kind, { processes, signal }),
      ).rejects.toMatchObject({
        code: "invalid",
      });
  }
});

test("without ffmpeg an exotic recording is told, and a voice note still works", async () => {
  const empty = createProcesses({ env: { PATH: folder } });
  const mp3 = await record("plain.mp3", []);
  await expect(toOpus(mp3, { processes: empty, signal })).rejects.toMatchObject({
    code: "missing",
    message: "ffmpeg is not installed.",
  });
  const ogg = await record("plain.ogg", ["-c:a", "libopus"]);
  expect(secondsOf(await toOpus(ogg, { processes: empty, signal }))).toBeGreaterThan(2);
});
