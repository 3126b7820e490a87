import { isUtf8 } from "node:buffer";

/** Number of bytes to read for detecting the encoding. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Decodes bytes of any encoding: a byte order mark decides; otherwise valid UTF-8, UTF-16 if every other
 * byte is zero, or an older Windows encoding, Cyrillic or Latin. Undefined for bytes that are not text.
 */
export function decodeText(data: Uint8Array): string | undefined {
  const sample = data.subarray(0, SAMPLE_BYTES);
  const marked = MARKS.find(({ bytes }) => bytes.every((byte, index) => data[index] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(data);
  if (sample.includes(0)) {
    const encoding = guessWide(sample);
    return encoding && new TextDecoder(encoding).decode(data);
  }
  if (sample.some(isControl)) return undefined;
  if (isUtf8(data) || isMostlyUtf8(sample)) return new TextDecoder().decode(data);
  return new TextDecoder(guessNarrow(sample)).decode(data);
}

const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** Checks for control characters; tab, new lines, form feed and escape are allowed in texts. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a;
}

/** Guesses the byte order: in most scripts the upper bytes are alike; in Latin ones they are zero. */
function guessWide(sample: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (odd > half * 0.3 && even < odd / 20) return "utf-16le";
  if (even > half * 0.3 && odd < even / 20) return "utf-16be";
  return undefined;
}

/** A text that was cut through a character, or glued together from two encodings. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const beyondAscii = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return broken * 4 < beyondAscii;
}

/** Guesses the encoding: in Cyrillic text most letters are above 0xc0 and adjacent; in Latin text few are. */
function guessNarrow(sample: Uint8Array): "windows-1251" | "windows-1252" {
  let high = 0;
  let pairs = 0;
  let letters = 0;
  for (const [index, byte] of sample.entries()) {
    const isHigh = byte >= 0xc0 || byte === 0xa8 || byte === 0xb8;
    if (isHigh) high += 1;
    if (isHigh && (sample[index - 1] ?? 0) >= 0xc0) pairs += 1;
    if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return high > letters / 2 && pairs > high / 3 ? "windows-1251" : "windows-1252";
}
