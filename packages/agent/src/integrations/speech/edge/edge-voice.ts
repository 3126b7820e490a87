import { randomUUID } from "node:crypto";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../../kernel/clock.ts";
import type { TextToSpeech } from "../../speech.ts";
import { EDGE_URL, type EdgeRequest, requestEdge } from "./request-edge.ts";
import { demuxWebm, type OpusStream } from "voice-note-audio";
import { serialOf, type SynthesizeDeps } from "../openai-voice.ts";
import { noteOf, playable } from "../audio/to-voice.ts";
import { type SplitRule, splitSpeech } from "../split-speech.ts";

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

/** Maximum size of markup that the service accepts: 4096 bytes. */
const EDGE_RULE: SplitRule = {
  sizeOf: (text) => Buffer.byteLength(escapeMarkup(text)),
  max: 3800,
};

export interface EdgeDeps extends SynthesizeDeps {
  readonly clock: Clock;
  /** Microsoft's own, unless a test stands in for it. */
  readonly url?: string | undefined;
}

const FORBIDDEN = 403;

/** The service identifies connections, requests and machines by UUIDs without their hyphens. */
function newUuid(): string {
  return randomUUID().replaceAll("-", "");
}

/** Text to speech by the service behind "read aloud" of Microsoft Edge. It takes no key and gives no promise. */
export function createEdgeVoice({
  processes,
  timeoutMs,
  random,
  voiceFor,
  clock,
  url = EDGE_URL,
}: EdgeDeps): TextToSpeech {
  const id = "edge/read-aloud";
  /** How far the service's clock is ahead of ours, once it has said so. */
  let aheadMs = 0;
  const machine = newUuid();

  const say = async (markup: string, signal: AbortSignal): Promise<Buffer> => {
    const ask = () => {
      const ids = { connection: newUuid(), request: newUuid(), machine };
      const now = clock.now() + aheadMs;
      return requestEdge({ url, markup, now, ids, timeoutMs, signal } satisfies EdgeRequest);
    };
    const first = await ask();
    if (first.type === "audio") return first.data;
    const theirs = Date.parse(first.date ?? "");
    if (first.status !== FORBIDDEN || Number.isNaN(theirs)) throw refused(first.status);
    // Its proof of time is void where clocks differ: it is made anew by the service's own.
    aheadMs = theirs - clock.now();
    const second = await ask();
    if (second.type === "audio") return second.data;
    throw refused(second.status);
  };

  return {
    id,
    async speak(text, { signal, language, voice = voiceFor(language) }) {
      const streams: OpusStream[] = [];
      for (const part of splitForEdge(text)) {
        const data = await say(toMarkup(part, voice), signal);
        streams.push(await playable(() => demuxWebm(data), id));
      }
      const usage = {
        model: id,
        characters: text.length,
        inputTokens: 0,
        outputTokens: 0,
        costNano: 0n,
      };
      const deps = { processes, signal, serial: serialOf(random) };
      return noteOf(streams, usage, deps);
    },
  };
}

function refused(status: number): Fault {
  return new Fault("unavailable", `Edge's speech service returned status ${status}.`, {
    hint: "Try again later, or choose another speech.tts.provider.",
  });
}

/** Escapes text for markup: no character can end its element. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll(CONTROLS, " ")
    .replaceAll(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .toWellFormed();
}

/** Splits a text into parts that the service accepts. */
export function splitForEdge(text: string): readonly string[] {
  return splitSpeech(text, EDGE_RULE);
}

/** Returns the text to speak as SSML. */
export function toMarkup(text: string, voice: string): string {
  const language = /^[a-z]{2,3}-[A-Za-z]{2,4}/.exec(voice)?.[0] ?? "en-US";
  return (
    `<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='${language}'>` +
    `<voice name='${escapeMarkup(voice)}'>` +
    `<prosody pitch='+0Hz' rate='+0%' volume='+0%'>${escapeMarkup(text)}</prosody></voice></speak>`
  );
}
