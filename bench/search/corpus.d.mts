/** Length of the vectors that `embed` makes. */
export const DIMS: number;

export interface CorpusMessage {
  readonly chatId: string;
  readonly text: string;
}

/** The message of a number, always the same. */
export function feedMessage(index: number): CorpusMessage;

/** Three words of a known one among the first `count` messages. */
export function feedQuery(
  index: number,
  count: number,
): { readonly target: CorpusMessage; readonly query: string };

/** A vector of length 1 that is near those of texts with the same words. */
export function embed(text: string): number[];
