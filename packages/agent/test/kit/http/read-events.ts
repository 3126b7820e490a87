/** One event of a stream, as a client reads it. */
export interface ReadEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: unknown;
}

/** Reads `text/event-stream` as it comes; comments are left out. */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line): [string, string] => {
          const [name = "", ...value] = line.split(": ");
          return [name, value.join(": ")];
        }),
      );
      const data = fields.get("data");
      if (data === undefined) continue;
      yield { id: fields.get("id"), name: fields.get("event") ?? "", data: JSON.parse(data) };
    }
  }
}

/** Reads all events until the stream ends. */
export async function readAllEvents(response: Response): Promise<readonly ReadEvent[]> {
  return Array.fromAsync(readEvents(response));
}
