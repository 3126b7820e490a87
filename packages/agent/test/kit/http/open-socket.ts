import { once } from "node:events";
import { WebSocket } from "ws";

type Frame = Readonly<Record<string, unknown>>;

export interface SocketClient extends AsyncDisposable {
  /** All frames that arrived. */
  readonly frames: readonly Frame[];
  /** The code with which the connection ends. */
  readonly closed: Promise<number>;
  send(frame: Frame): void;
  /** Sends a frame, and resolves to the answer with the same id. */
  ask(frame: Frame & { readonly id: string }): Promise<Frame>;
  /** Resolves to the first frame that fits, which may have arrived already. */
  until(isWanted: (frame: Frame) => boolean): Promise<Frame>;
  close(): Promise<void>;
}

/** Connects a WebSocket client to the gateway at an HTTP address. */
export async function openSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SocketClient> {
  const client = new WebSocket(`${url.replace("http", "ws")}/v1/ws`, { headers: { ...headers } });
  const closed = once(client, "close").then(([code]) => Number(code));
  const frames: Frame[] = [];
  client.on("message", (data: Buffer) => {
    frames.push(JSON.parse(data.toString()));
    client.emit("frame");
  });
  await once(client, "open");
  const send = (frame: Frame) => client.send(JSON.stringify(frame));
  const until = async (isWanted: (frame: Frame) => boolean) => {
    for (;;) {
      const found = frames.find(isWanted);
      if (found) return found;
      await once(client, "frame");
    }
  };
  const close = async () => {
    client.close();
    await closed;
  };
  return {
    frames,
    closed,
    send,
    until,
    close,
    async ask(frame) {
      send(frame);
      return until(({ id }) => id === frame.id);
    },
    [Symbol.asyncDispose]: close,
  };
}
