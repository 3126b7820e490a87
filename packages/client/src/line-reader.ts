const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines of text. */
export interface LineReader {
  /** The lines that this chunk completes, without their newlines. */
  push(chunk: Buffer): readonly string[];
  /** True once a line was longer than allowed; what follows it is not read. */
  readonly isOverlong: boolean;
}

/** Keeps at most one unfinished line of `maxBytes` in memory. */
export function createLineReader({ maxBytes }: { readonly maxBytes: number }): LineReader {
  let unfinished: Buffer[] = [];
  let bytes = 0;

  return {
    get isOverlong() {
      return bytes > maxBytes;
    },
    push(chunk) {
      const lines: string[] = [];
      for (const piece of cutAtNewlines(chunk)) {
        if (bytes > maxBytes) break;
        unfinished.push(piece.bytes);
        bytes += piece.bytes.length;
        if (!piece.endsLine || bytes > maxBytes) continue;
        lines.push(Buffer.concat(unfinished).toString());
        unfinished = [];
        bytes = 0;
      }
      return lines;
    },
  };
}

function* cutAtNewlines(chunk: Buffer): Generator<{ bytes: Buffer; endsLine: boolean }> {
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
    yield { bytes: chunk.subarray(start, end), endsLine: true };
    start = end + 1;
  }
  yield { bytes: chunk.subarray(start), endsLine: false };
}
