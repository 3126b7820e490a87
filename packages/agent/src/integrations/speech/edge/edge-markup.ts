import { type SplitRule, splitSpeech } from "../split-speech.ts";

/** Text as markup may hold it: no character ends the element that it stands in. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll(CONTROLS, " ")
    .replaceAll(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .toWellFormed();
}

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

/** The service reads 4096 bytes of markup at once. */
const EDGE_RULE: SplitRule = {
  sizeOf: (text) => Buffer.byteLength(escapeMarkup(text)),
  max: 3800,
};

/** A text in parts that the service reads at once. */
export function splitForEdge(text: string): readonly string[] {
  return splitSpeech(text, EDGE_RULE);
}

/** What a voice is to say, as the service reads it. */
export function toMarkup(text: string, voice: string): string {
  const language = /^[a-z]{2,3}-[A-Za-z]{2,4}/.exec(voice)?.[0] ?? "en-US";
  return (
    `<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xml:lang='${language}'>` +
    `<voice name='${escapeMarkup(voice)}'>` +
    `<prosody pitch='+0Hz' rate='+0%' volume='+0%'>${escapeMarkup(text)}</prosody></voice></speak>`
  );
}
