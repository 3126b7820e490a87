import { encodeOpus } from "voice-note-audio";
import { once } from "node:events";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { EDGE_TOKEN, secMsGec } from "../edge/request-edge.ts";
import { makeTone } from "../../../../../speech/src/testing/make-sound.ts";
import { muxWebm } from "../../../../../speech/src/testing/mux-webm.ts";

/**
 * Failure of the server: it disconnects in the middle, sends nothing, sends data that is no audio,
 * or refuses.
 */
export type EdgeTrouble = "hangs-up" | "is-silent" | "babbles" | "refuses";

export interface EdgeServer extends AsyncDisposable {
  readonly url: string;
  /** Texts it was asked to speak, oldest first. */
  readonly said: readonly { readonly voice: string; readonly text: string }[];
  /** Returns the number of connection attempts, including refused ones. */
  readonly calls: () => number;
  /** Returns the number of open connections. */
  readonly open: () => number;
  /** Sets the failures of the next calls, one each. */
  fail(...troubles: readonly EdgeTrouble[]): void;
}

export interface EdgeServerOptions {
  /** Time of its clock: it refuses a token of another five minutes. */
  readonly now: () => number;
  /** Seconds of audio per word. */
  readonly secondsOfWord?: number;
}

const VOICES = /^[a-z]{2,3}-[A-Za-z-]+Neural$/;

/**
 * Starts a copy of Edge's speech service on loopback. It accepts clients with the token and the
 * proof of the current five minutes, reads the two frames, and sends a tone as WebM in separate
 * frames, as the service does.
 */
export async function serveEdge({
  now,
  secondsOfWord = 0.05,
}: EdgeServerOptions): Promise<EdgeServer> {
  const said: { voice: string; text: string }[] = [];
  const troubles: EdgeTrouble[] = [];
  let calls = 0;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    calls += 1;
    const { searchParams } = new URL(request.url ?? "", "http://edge");
    const isKnown =
      searchParams.get("TrustedClientToken") === EDGE_TOKEN &&
      searchParams.get("Sec-MS-GEC") === secMsGec(now()) &&
      /^[0-9a-f]{32}$/.test(searchParams.get("ConnectionId") ?? "") &&
      request.headers.origin?.startsWith("chrome-extension://");
    if (!isKnown || troubles[0] === "refuses") {
      if (isKnown) troubles.shift();
      const date = new Date(now()).toUTCString();
      socket.end(`HTTP/1.1 403 Forbidden\r\nDate: ${date}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      void serve(client);
    });
  });

  async function serve(client: WebSocket): Promise<void> {
    const frames: string[] = [];
    client.on("message", (data) => {
      frames.push(Buffer.isBuffer(data) ? data.toString() : "");
      if (frames.length === 2) void answer(client, frames);
    });
  }

  async function answer(client: WebSocket, [config = "", markup = ""]: readonly string[]) {
    const isRight =
      /Path:speech\.config\r\n\r\n/.test(config) &&
      config.includes('"outputFormat":"webm-24khz-16bit-mono-opus"') &&
      /Path:ssml\r\n\r\n<speak .*<\/speak>$/s.test(markup) &&
      Buffer.byteLength(markup.slice(markup.indexOf("<speak"))) <= 4096;
    const voice = /<voice name='([^']*)'>/.exec(markup)?.[1] ?? "";
    const text = unescape(/<prosody[^>]*>([^<]*)<\/prosody>/.exec(markup)?.[1] ?? "");
    if (!isRight) return client.close(1007, "malformed request");
    if (!VOICES.test(voice)) return client.close(1007, `Unsupported voice ${voice}.`);
    const trouble = troubles.shift();
    if (trouble === "is-silent") return;
    said.push({ voice, text });
    const seconds = secondsOfWord * text.split(/\s+/).length;
    const sound = await encodeOpus(makeTone(seconds), { signal: new AbortController().signal });
    const file = trouble === "babbles" ? Buffer.alloc(500, 7) : muxWebm(sound);
    client.send("X-RequestId:1\r\nPath:turn.start\r\n\r\n{}");
    client.send("X-RequestId:1\r\nPath:audio.metadata\r\n\r\n{}");
    for (let at = 0; at < file.length; at += 700) {
      client.send(audioFrame(file.subarray(at, at + 700)));
      if (trouble === "hangs-up") return client.terminate();
    }
    client.send("X-RequestId:1\r\nPath:turn.end\r\n\r\n{}");
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `ws://127.0.0.1:${port}/edge/v1`,
    said,
    calls: () => calls,
    open: () => sockets.clients.size,
    fail: (...more) => void troubles.push(...more),
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function audioFrame(sound: Uint8Array): Buffer {
  const head = Buffer.from(
    "X-RequestId:1\r\nContent-Type:audio/webm; codec=opus\r\nPath:audio\r\n",
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(head.length);
  return Buffer.concat([length, head, sound]);
}

function unescape(markup: string): string {
  return markup.replaceAll(/&#(\d+);/g, (_entity, code: string) =>
    String.fromCharCode(Number(code)),
  );
}
