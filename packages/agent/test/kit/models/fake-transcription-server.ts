import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { playVoice } from "./play-voice.ts";

/** Local speech endpoint of OpenAI's protocol, and the recordings it received. */
export interface Ears extends AsyncDisposable {
  /** With the version. */
  readonly url: string;
  /** Each recording that was sent, as ffmpeg plays it. */
  readonly heard: readonly Awaited<ReturnType<typeof playVoice>>[];
}

/** Serves a transcriber that returns `text` for every recording that can be played, and rejects the others. */
export async function serveEars(text: string): Promise<Ears> {
  const heard: Awaited<ReturnType<typeof playVoice>>[] = [];
  const hear = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    const form = await new Response(new Uint8Array(await buffer(request)), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("file");
    if (request.url !== "/v1/audio/transcriptions" || typeof file === "string" || !file)
      return { status: 400, body: { error: { message: "no file" } } };
    heard.push(await playVoice(new Uint8Array(await file.arrayBuffer())));
    return { status: 200, body: { text } };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await hear(request).catch(refuse);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function refuse(error: unknown) {
  return { status: 400, body: { error: { message: String(error) } } };
}
