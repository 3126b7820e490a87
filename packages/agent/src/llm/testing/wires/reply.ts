/** One thing that a scripted provider says. */
export type MockPart =
  | { readonly type: "reasoning"; readonly text: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  /** `json` is sent unchanged, so that it may be malformed. */
  | {
      readonly type: "call";
      readonly id: string;
      readonly name: string;
      readonly json: string;
      /** It is a search for tools, for which some protocols have words of their own. */
      readonly isSearch: boolean;
    };

export type MockStop = "end" | "length" | "tool" | "refusal";

export interface MockUsage {
  /** Read and not cached. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** All of the output. */
  readonly output: number;
  /** Tokens of the output that were spent on reasoning. */
  readonly reasoning: number;
}

/** An answer before it is put into the words of a protocol. */
export interface MockReply {
  readonly model: string;
  readonly parts: readonly MockPart[];
  readonly stop: MockStop;
  readonly usage: MockUsage;
  /** How long each streamed piece is. */
  readonly deltaChars: number;
}

/** Cuts a text as a stream does. */
export function slices(text: string, length: number): readonly string[] {
  const count = Math.ceil(text.length / length);
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
}

/** One server-sent event. */
export function eventOf(data: unknown, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
