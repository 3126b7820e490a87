import { expect, test } from "vitest";
import { createVoiceCache } from "./voice-cache.ts";

const NO_USAGE = { model: "none", inputTokens: 0, outputTokens: 0, costNano: 0n };
const voiceOf = (part: string) => ({ data: Buffer.from(part), seconds: 1, usage: NO_USAGE });

test("the newest eight recordings are kept until their part has left", () => {
  const voices = createVoiceCache();
  const parts = Array.from({ length: 10 }, (_, at) => `c${at}`);
  for (const part of parts) voices.set(part, voiceOf(part));
  voices.drop("c5");
  expect(parts.map((part) => voices.find(part)?.data.toString())).toEqual([
    undefined,
    undefined,
    "c2",
    "c3",
    "c4",
    undefined,
    "c6",
    "c7",
    "c8",
    "c9",
  ]);
});
