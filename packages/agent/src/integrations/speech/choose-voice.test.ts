import { expect, test } from "vitest";
import { speechConfig } from "../speech.ts";
import { chooseVoice } from "./choose-voice.ts";
import { EDGE_VOICES } from "./edge/edge-voices.ts";
import { costOf, findPrice } from "./speech-price.ts";

function choose(settings: object, language?: string): string {
  return chooseVoice(speechConfig.parse(settings), language);
}

test("Edge has a voice for each language, named after it", () => {
  const wrong = Object.entries(EDGE_VOICES).filter(
    ([language, voice]) => !new RegExp(`^${language}-[A-Z]{2}-[A-Za-z]+Neural$`).test(voice),
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(EDGE_VOICES).length).toBeGreaterThanOrEqual(30);
});

test.each([
  [{}, undefined, "en-GB-RyanNeural"],
  [{}, "en", "en-GB-RyanNeural"],
  [{}, "de", "de-DE-ConradNeural"],
  [{}, "eo", "en-GB-RyanNeural"],
  [{ voice: "de-AT-JonasNeural" }, "de", "de-AT-JonasNeural"],
  [{ voice: "de-AT-JonasNeural" }, "en", "en-GB-RyanNeural"],
  [{ voices: { de: "de-DE-KatjaNeural" } }, "de", "de-DE-KatjaNeural"],
  [{ tts: { provider: "espeak" } }, undefined, "en-gb"],
  [{ tts: { provider: "espeak" } }, "zh", "cmn"],
  [{ tts: { provider: "espeak" }, voice: "mb-us1" }, undefined, "mb-us1"],
  [{ tts: { provider: "openai" } }, "de", "onyx"],
  [{ tts: { provider: "openai" }, voice: "nova" }, "de", "nova"],
  [{ tts: { provider: "piper", model: "/v" } }, "en", "en_GB-alan-medium"],
  [
    { tts: { provider: "piper", model: "/v" }, voices: { de: "de_DE-thorsten-high" } },
    "de",
    "de_DE-thorsten-high",
  ],
])("with %j a text in %s is said by %s", (settings, language, voice) => {
  expect(choose(settings, language)).toBe(voice);
});

test("prices are known where the address is the provider's own", () => {
  const own = "https://api.openai.com/v1";
  expect(costOf(findPrice(own, "whisper-1"), { seconds: 90 })).toBe(9_000_000n);
  expect(costOf(findPrice(own, "tts-1"), { characters: 1000 })).toBe(15_000_000n);
  expect(costOf(findPrice(own, "whisper-1"), {})).toBeUndefined();
  expect(costOf(findPrice("http://127.0.0.1/v1", "whisper-1"), { seconds: 90 })).toBeUndefined();
  const groq = findPrice("https://api.groq.com/openai/v1", "whisper-large-v3-turbo");
  expect(costOf(groq, { seconds: 1 })).toBe(costOf(groq, { seconds: 10 }));
});
