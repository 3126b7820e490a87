import { encodeOpus, muxOgg } from "voice-note-audio";
import { expect, test } from "vitest";
import { speechConfig } from "../../integrations/speech.ts";
import { serveEdge } from "../../integrations/speech/testing/serve-edge.ts";
import { serveSpeech } from "../../integrations/speech/testing/serve-speech.ts";
import { makeTone } from "../../../../speech/src/testing/make-sound.ts";
import { createProcesses } from "../../platform/child-process.ts";
import { checkSpeech } from "../commands/doctor/check-speech.ts";
import { createSpeech } from "./create-speech.ts";

const { signal } = new AbortController();
const clock = { now: () => 1_800_000_000_000 };
const deps = { env: {}, clock, random: () => 0, processes: createProcesses() };

function create(settings: object, more: object = {}) {
  return createSpeech(speechConfig.parse(settings), { ...deps, ...more });
}

test("without anything configured, nobody hears, and Edge speaks", () => {
  const { hear, say } = create({});
  expect([hear, say?.id]).toEqual([undefined, "edge/read-aloud"]);
  expect(create({ tts: { provider: "none" } })).toEqual({ hear: undefined, say: undefined });
});

test("an answer is said without its markup, in the voice of its language", async () => {
  await using edge = await serveEdge(clock);
  const { say } = create({}, { edgeUrl: edge.url });
  await say?.speak("**Das Wetter** wird schön, und es regnet nicht: https://wetter.de/x 🌞", {
    signal,
  });
  await say?.speak("`npm test` ok", { signal });
  await say?.speak("Hallo", { signal, language: "de" });
  await say?.speak("Olá, tudo bem?", { signal, fallbackLanguage: "pt" });
  await say?.speak("The sun is out, and it is warm.", { signal, fallbackLanguage: "pt" });
  await say?.speak("Hello", { signal, voice: "en-US-AriaNeural" });
  expect(edge.said).toEqual([
    {
      voice: "de-DE-ConradNeural",
      text: "Das Wetter wird schön, und es regnet nicht: wetter.de.",
    },
    { voice: "en-GB-RyanNeural", text: "npm test ok." },
    { voice: "de-DE-ConradNeural", text: "Hallo." },
    { voice: "pt-BR-AntonioNeural", text: "Olá, tudo bem?" },
    { voice: "en-GB-RyanNeural", text: "The sun is out, and it is warm." },
    { voice: "en-US-AriaNeural", text: "Hello." },
  ]);
});

test("what cannot be said, or is no voice, is refused before anybody is asked", async () => {
  await using edge = await serveEdge(clock);
  const { say } = create({}, { edgeUrl: edge.url });
  await expect(say?.speak("👍", { signal })).rejects.toMatchObject({ code: "invalid" });
  await expect(say?.speak("x", { signal, voice: "--help" })).rejects.toMatchObject({
    code: "invalid",
    message: '"--help" is not a valid voice name.',
  });
  expect(edge.calls()).toBe(0);
});

test("a key of the environment is not sent to another address", async () => {
  await using server = await serveSpeech();
  const env = { OPENAI_API_KEY: "of the environment" };
  const at = { provider: "openai", baseUrl: `${server.url}/` };
  const note = muxOgg(await encodeOpus(makeTone(1), { signal }), { serial: 1 });
  for (const apiKey of [undefined, "of the settings"]) {
    const { hear, say } = create({ stt: { ...at, apiKey }, tts: { ...at, apiKey } }, { env });
    await hear?.transcribe({ data: note, mediaType: "audio/ogg" }, { signal });
    await say?.speak("Hello there", { signal });
  }
  expect(server.calls.map(({ path, key }) => [path, key])).toEqual([
    ["/v1/audio/transcriptions", undefined],
    ["/v1/audio/speech", undefined],
    ["/v1/audio/transcriptions", "Bearer of the settings"],
    ["/v1/audio/speech", "Bearer of the settings"],
  ]);
});

test("a provider that was chosen without a key is told at once", () => {
  expect(() => create({ tts: { provider: "openai" } })).toThrowError(
    expect.objectContaining({
      code: "denied",
      message: "No API key for openai, the provider set in speech.tts.",
    }),
  );
});

test("the doctor says who hears and why, and tries the voice when it may", async () => {
  await using edge = await serveEdge({ now: () => Date.now() });
  const config = speechConfig.parse({});
  const check = { signal, edgeUrl: edge.url, env: { GEMINI_API_KEY: "g" } };
  const hears = "transcribes with google/gemini-3.8-flash (key from GEMINI_API_KEY)";
  expect(await checkSpeech(config, { ...check, scope: "local" })).toEqual({
    state: "ok",
    message: `${hears}; speaks with edge/read-aloud; test it with: reeve doctor --online`,
  });
  expect(edge.said).toEqual([]);
  expect(await checkSpeech(config, { ...check, scope: "online" })).toEqual({
    state: "ok",
    message: `${hears}; speaks with edge/read-aloud, works`,
  });
  edge.fail("hangs-up");
  expect(await checkSpeech(config, { ...check, scope: "online" })).toMatchObject({
    state: "warning",
    message: expect.stringContaining("Edge's speech service closed the connection"),
  });
});

test("the doctor says what is missing", async () => {
  const check = { signal, env: {}, scope: "local" } as const;
  expect(await checkSpeech(speechConfig.parse({ tts: { provider: "none" } }), check)).toEqual({
    state: "ok",
    message:
      "cannot transcribe voice messages (set OPENAI_API_KEY, GROQ_API_KEY or GEMINI_API_KEY, or speech.stt); replies are text only",
  });
  const command = ["no-such-program", "{file}"];
  expect(
    await checkSpeech(speechConfig.parse({ tts: { provider: "command", command } }), check),
  ).toEqual({
    state: "warning",
    message: "no-such-program is not installed. Install it, or change speech.tts.command.",
  });
  expect(await checkSpeech(speechConfig.parse({ stt: { provider: "openai" } }), check)).toEqual({
    state: "warning",
    message:
      "No API key for openai, the provider set in speech.stt. Set OPENAI_API_KEY or speech.stt.apiKey, or set speech.stt.provider to none.",
  });
});
