import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { CappedOutput } from "./types.ts";

/**
 * Returns the start and the end of a stream as text, with a line that says how much is missing in between.
 * Always reads to the end, so that the writer is not blocked. Resolves when the stream closes, for whatever
 * reason.
 */
export function collectCapped(
  stream: Readable,
  keep: { readonly head: number; readonly tail: number },
): Promise<CappedOutput> {
  const capped = createCappedText(keep);
  const decoder = new StringDecoder("utf8");
  return new Promise((resolve) => {
    stream.on("data", (chunk: Buffer) => capped.add(decoder.write(chunk)));
    // The code that destroys a stream knows why; text received before is returned.
    stream.on("error", () => {});
    stream.once("close", () => {
      capped.add(decoder.end());
      resolve(capped.take());
    });
  });
}

/** Keeps `head` characters from the beginning of a text that comes in pieces, and `tail` from its end. */
export function createCappedText({
  head: headSize,
  tail: tailSize,
}: {
  readonly head: number;
  readonly tail: number;
}) {
  let head = "";
  let tail = "";
  let total = 0;
  return {
    add(text: string): void {
      total += text.length;
      const room = headSize - head.length;
      head += text.slice(0, room);
      tail += text.slice(room);
      // Cut now and then, not for each piece.
      if (tail.length > 2 * tailSize + SLACK) tail = lastOf(tail, tailSize);
    },
    take(): CappedOutput {
      const end = lastOf(tail, tailSize);
      const leftOut = total - head.length - end.length;
      if (leftOut === 0) return { text: head + end, leftOut };
      const gap = `[… ${leftOut} characters omitted …]`;
      const text = [head.replace(HIGH_HALF, ""), gap, end.replace(LOW_HALF, "")]
        .filter((part) => part !== "")
        .join("\n");
      return { text, leftOut };
    },
  };
}

const SLACK = 65_536;

/** Halves of characters that a cut leaves. */
const HIGH_HALF = /[\uD800-\uDBFF]$/;
const LOW_HALF = /^[\uDC00-\uDFFF]/;

function lastOf(text: string, size: number): string {
  return size === 0 ? "" : text.slice(-size);
}
