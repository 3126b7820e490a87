import { demuxOgg, secondsOf } from "voice-note-audio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEdgeVoice } from "./edge-voice.ts";
import { secMsGec } from "./request-edge.ts";
import { splitForEdge, toMarkup } from "./edge-voice.ts";
import { createProcesses } from "../../../platform/child-process.ts";
import { type EdgeServer, serveEdge } from "../testing/serve-edge.ts";

const { signal } = new AbortController();
const now = Date.UTC(2026, 10, 22, 8, 2, 3);
let clockOfServer = now;
let server: EdgeServer;
beforeEach(async () => {
  clockOfServer = now;
  server = await serveEdge({ now: () => clockOfServer });
});
afterEach(() => server[Symbol.asyncDispose]());

function edge({ timeoutMs = 5000 } = {}) {
  return createEdgeVoice({
    url: server.url,
    clock: { now: () => now },
    random: () => 0.5,
    processes: createProcesses(),
    timeoutMs,
    voiceFor: (language) => (language === "de" ? "de-DE-ConradNeural" : "en-GB-RyanNeural"),
  });
}

test("the proof of time is that of the browser", () => {
  expect(secMsGec(Date.UTC(2024, 0, 1))).toBe(secMsGec(Date.UTC(2024, 0, 1, 0, 4, 59)));
  expect(secMsGec(Date.UTC(2024, 0, 1))).not.toBe(secMsGec(Date.UTC(2024, 0, 1, 0, 5)));
  expect(secMsGec(0)).toMatch(/^[0-9A-F]{64}$/);
});

test("a text becomes a voice note in the voice of its language", async () => {
  const { data, waveform, ...rest } = await edge().speak("Guten <Morgen> & 'hallo'", {
    signal,
    language: "de",
  });
  expect(server.said).toEqual([{ voice: "de-DE-ConradNeural", text: "Guten <Morgen> & 'hallo'" }]);
  expect(rest).toEqual({
    seconds: expect.closeTo(0.2, 1),
    usage: {
      model: "edge/read-aloud",
      seconds: rest.seconds,
      characters: 24,
      inputTokens: 0,
      outputTokens: 0,
      costNano: 0n,
    },
  });
  expect(waveform).toHaveLength(100);
  expect(secondsOf(demuxOgg(data))).toBe(rest.seconds);
});

test("a long text is said in parts that the service reads, as one voice note", async () => {
  const sentence = "Mit <spitzen> Klammern & „Umlauten“: äöü. ";
  const { seconds } = await edge().speak(sentence.repeat(150), { signal });
  expect(server.said.length).toBeGreaterThan(2);
  expect(server.said.map(({ text }) => text).join(" ")).toBe(sentence.repeat(150).trim());
  expect(seconds).toBeCloseTo(150 * 6 * 0.05, 0);
});

test("where clocks differ, the service's own is used from then on", async () => {
  clockOfServer = now + 3_600_000;
  const voice = edge();
  await voice.speak("one", { signal });
  await voice.speak("two", { signal });
  expect([server.said.map(({ text }) => text), server.calls()]).toEqual([["one", "two"], 3]);
});

test.each([
  ["refuses", { code: "unavailable", message: "Edge's speech service returned status 403." }],
  [
    "hangs-up",
    {
      code: "unavailable",
      message: "Edge's speech service closed the connection with code 1006: no reason given.",
    },
  ],
  [
    "babbles",
    { code: "unavailable", message: "edge/read-aloud returned audio that cannot be played." },
  ],
] as const)("a service that %s is told in a sentence, and works again", async (trouble, fault) => {
  server.fail(trouble, ...(trouble === "refuses" ? ([trouble] as const) : []));
  await expect(edge().speak("one", { signal })).rejects.toMatchObject(fault);
  await edge().speak("two", { signal });
  expect(server.said.at(-1)?.text).toBe("two");
});

test("a service that says nothing is given up, and the connection is closed", async () => {
  server.fail("is-silent");
  await expect(edge({ timeoutMs: 100 }).speak("one", { signal })).rejects.toMatchObject({
    code: "unavailable",
    message: "Edge's speech service did not respond within 0.1 seconds.",
  });
  await expect.poll(() => server.open()).toBe(0);
});

test("speaking that is cancelled ends at once", async () => {
  server.fail("is-silent");
  const stop = new AbortController();
  const saying = edge().speak("one", { signal: stop.signal });
  await expect.poll(() => server.calls()).toBe(1);
  stop.abort();
  await expect(saying).rejects.toMatchObject({ code: "aborted" });
  await expect(edge().speak("two", { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "aborted",
  });
});

test("a voice that does not exist is the caller's mistake", async () => {
  await expect(edge().speak("one", { signal, voice: "Robot" })).rejects.toMatchObject({
    code: "invalid",
    message: "Edge's speech service rejected the request: Unsupported voice Robot..",
  });
});

test("nobody who listens is unavailable", async () => {
  const voice = edge();
  await server[Symbol.asyncDispose]();
  await expect(voice.speak("one", { signal })).rejects.toMatchObject({
    code: "unavailable",
    message: "Cannot reach Edge's speech service.",
  });
  server = await serveEdge({ now: () => clockOfServer });
});

test("markup holds no character of the text as its own", () => {
  expect(toMarkup("</prosody> & \u0000\uD800", "de-DE-X'Neural")).toContain(
    ">&#60;/prosody&#62; &#38;  \uFFFD</prosody>",
  );
  expect(toMarkup("x", "de-DE-X'Neural")).toContain("<voice name='de-DE-X&#39;Neural'>");
});

test("a word without end is cut, and no part is too long or lost", () => {
  const text = `${"漢".repeat(3000)} ${"<".repeat(3000)} end`;
  const parts = splitForEdge(text);
  expect(parts.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
  expect(parts.filter((part) => Buffer.byteLength(toMarkup(part, "")) > 4096)).toEqual([]);
  expect(splitForEdge(" \n ")).toEqual([]);
});
