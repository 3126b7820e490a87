/** A part of a scripted response. */
export type MockPart =
  | { readonly type: "reasoning"; readonly text: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  /** `json` is sent unchanged, so that it may be malformed. */
  | {
      readonly type: "call";
      readonly id: string;
      readonly name: string;
      readonly json: string;
      /** Whether it is a search for tools, which some protocols encode differently. */
      readonly isSearch: boolean;
    };

export type MockStop = "end" | "length" | "tool" | "refusal";

export interface MockUsage {
  /** Input tokens that were not cached. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** All output tokens. */
  readonly output: number;
  /** Tokens of the output that were spent on reasoning. */
  readonly reasoning: number;
}

/** A response before it is encoded for a protocol. */
export interface MockReply {
  readonly model: string;
  readonly parts: readonly MockPart[];
  readonly stop: MockStop;
  readonly usage: MockUsage;
  /** Length of each streamed piece. */
  readonly deltaChars: number;
}

/** Splits a text as a stream does. */
export function slices(text: string, length: number): readonly string[] {
  const count = Math.ceil(text.length / length);
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
}

/** Formats one server-sent event. */
export function eventOf(data: unknown, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
