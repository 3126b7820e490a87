/** Price of a model; the unit differs. */
export type SpeechPrice =
  /** Billionths of a dollar per minute of audio, with a minimum number of billed seconds. */
  | { readonly minute: bigint; readonly minSeconds?: number }
  /** Billionths of a dollar per million characters of text. */
  | { readonly millionCharacters: bigint };

/**
 * Prices by host and model. OpenAI bills its newer models by tokens; the price per minute is
 * OpenAI's own estimate. https://openai.com/api/pricing, https://groq.com/pricing
 */
const PRICES: ReadonlyMap<string, SpeechPrice> = new Map<string, SpeechPrice>([
  ["api.openai.com/whisper-1", { minute: 6_000_000n }],
  ["api.openai.com/gpt-4o-transcribe", { minute: 6_000_000n }],
  ["api.openai.com/gpt-4o-mini-transcribe", { minute: 3_000_000n }],
  ["api.openai.com/tts-1", { millionCharacters: 15_000_000_000n }],
  ["api.openai.com/tts-1-hd", { millionCharacters: 30_000_000_000n }],
  ["api.openai.com/gpt-4o-mini-tts", { minute: 15_000_000n }],
  ["api.groq.com/whisper-large-v3", { minute: 1_850_000n, minSeconds: 10 }],
  ["api.groq.com/whisper-large-v3-turbo", { minute: 666_667n, minSeconds: 10 }],
]);

/** Returns the price of a model at a base URL; undefined if unknown. */
export function findPrice(baseUrl: string, model: string): SpeechPrice | undefined {
  return PRICES.get(`${new URL(baseUrl).host}/${model}`);
}

export interface SpeechAmount {
  readonly seconds?: number | undefined;
  readonly characters?: number | undefined;
}

/**
 * Returns the cost in billionths of a dollar, rounded up; undefined if the price or the billed
 * amount is unknown.
 */
export function costOf(
  price: SpeechPrice | undefined,
  { seconds, characters }: SpeechAmount,
): bigint | undefined {
  if (!price) return undefined;
  if ("minute" in price) {
    if (seconds === undefined) return undefined;
    const charged = Math.max(seconds, price.minSeconds ?? 0);
    return divideUp(price.minute * BigInt(Math.ceil(charged * 1000)), 60_000n);
  }
  if (characters === undefined) return undefined;
  return divideUp(price.millionCharacters * BigInt(characters), 1_000_000n);
}

function divideUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}
