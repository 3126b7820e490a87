import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";

/** A line is longer than it may be. */
class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/** Yields the lines of a stream without their ends. Throws `LineTooLong` beyond `maxBytes`. */
export async function* readLines(stream: Readable, maxBytes: number): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const data: Buffer = chunk;
    let start = 0;
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
      if (bytes + end - start > maxBytes) throw new LineTooLong();
      parts.push(decoder.write(data.subarray(start, end)));
      yield parts.join("");
      parts = [];
      bytes = 0;
      start = end + 1;
    }
    bytes += data.length - start;
    if (bytes > maxBytes) throw new LineTooLong();
    parts.push(decoder.write(data.subarray(start)));
  }
}
