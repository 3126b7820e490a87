/**
 * Where a listener stands in what happens in a chat: after the fact `seq`, and after the
 * `n`-th delta that followed it. On the wire `12` or `12.3`.
 */
export interface Position {
  readonly seq: number;
  readonly n: number;
}

/** `seq` for a fact, `seq.n` for the n-th delta after it. */
export function formatPosition({ seq, n }: Position): string {
  return n === 0 ? String(seq) : `${seq}.${n}`;
}

/** Undefined for what is no position. */
export function parsePosition(text: string): Position | undefined {
  const [, seq, n = "0"] = /^(\d{1,15})(?:\.(\d{1,16}))?$/.exec(text) ?? [];
  if (seq === undefined) return undefined;
  const position = { seq: Number(seq), n: Number(n) };
  return Number.isSafeInteger(position.n) ? position : undefined;
}

/** Whether one stands behind another; a position is not after itself. */
export function isAfter(one: Position, other: Position): boolean {
  return one.seq === other.seq ? one.n > other.n : one.seq > other.seq;
}
