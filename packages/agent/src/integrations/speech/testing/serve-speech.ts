import { encodeOpus, muxOgg } from "voice-note-audio";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isRecord } from "../../../kernel/text/json.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import { makeTone } from "../../../../../speech/src/testing/make-sound.ts";

/** A parsed request for a transcript or a recording. */
export interface SpeechCall {
  readonly path: string;
  readonly key: string | undefined;
  /** Fields of the form or of the JSON. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Uploaded recording. */
  readonly file?:
    | { readonly name: string; readonly mediaType: string; readonly data: Buffer }
    | undefined;
}

export interface SpeechServer extends AsyncDisposable {
  /** URL with the version. */
  readonly url: string;
  readonly calls: readonly SpeechCall[];
  /** Sets the transcripts of the next recordings; later ones are "hello". */
  hear(...texts: readonly string[]): void;
  /** Sets failures in place of the next answers, one each. `hang`: sends no answer. */
  fail(...failures: readonly SpeechFailure[]): void;
}

export type SpeechFailure =
  | "hang"
  | {
      readonly status: number;
      readonly body?: string;
      readonly location?: string;
      readonly retryAfter?: string;
    }
  | { readonly body: Buffer };

/**
 * Starts a provider on loopback with OpenAI's `/audio` and Gemini's `generateContent`: it returns
 * scripted transcripts, and a tone as speech.
 */
export async function serveSpeech(): Promise<SpeechServer> {
  const calls: SpeechCall[] = [];
  const texts: string[] = [];
  const failures: SpeechFailure[] = [];
  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    calls.push(call);
    const failure = failures.shift();
    if (failure === "hang") return;
    if (failure && "status" in failure) {
      const { status, body = "", location, retryAfter } = failure;
      const headers = {
        ...(location !== undefined && { location }),
        ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      };
      response.writeHead(status, headers).end(body);
      return;
    }
    if (failure) {
      response.writeHead(200).end(failure.body);
      return;
    }
    if (call.path.endsWith("/audio/speech")) {
      const words = String(call.fields["input"]).split(/\s+/).length;
      const sound = await encodeOpus(makeTone(words * 0.2), {
        signal: new AbortController().signal,
      });
      response.writeHead(200, { "content-type": "audio/ogg" }).end(muxOgg(sound, { serial: 7 }));
      return;
    }
    const text = texts.shift() ?? "hello";
    const answer = call.path.endsWith(":generateContent") ? geminiAnswer(text) : openaiAnswer(text);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    hear: (...more) => void texts.push(...more),
    fail: (...more) => void failures.push(...more),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function openaiAnswer(text: string) {
  return { text, usage: { type: "tokens", input_tokens: 14, output_tokens: 5, total_tokens: 19 } };
}

function geminiAnswer(text: string) {
  return {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ text: "They speak slowly.", thought: true }, { text: `${text}\n` }],
        },
        finishReason: "STOP",
      },
    ],
    usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 6, thoughtsTokenCount: 10 },
  };
}

async function readCall(request: IncomingMessage): Promise<SpeechCall> {
  const body = await buffer(request);
  const { authorization } = request.headers;
  const google = request.headers["x-goog-api-key"];
  const key = authorization ?? (typeof google === "string" ? google : undefined);
  const path = request.url ?? "";
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data"))
    return { path, key, ...readJson(parseJson(body.toString())?.value) };
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": type },
  }).formData();
  const fields: Record<string, unknown> = {};
  let file: SpeechCall["file"];
  for (const [name, value] of form)
    if (typeof value === "string") fields[name] = value;
    else
      file = {
        name: value.name,
        mediaType: value.type,
        data: Buffer.from(await value.arrayBuffer()),
      };
  return { path, key, fields, file };
}

/** Gemini's recording is inside the JSON. */
function readJson(value: unknown): Pick<SpeechCall, "fields" | "file"> {
  const fields = isRecord(value) ? value : {};
  const inline = /"inlineData":\{"mimeType":"([^"]+)","data":"([^"]+)"\}/.exec(
    JSON.stringify(value),
  );
  if (!inline) return { fields };
  const [, mediaType = "", data = ""] = inline;
  return { fields, file: { name: "", mediaType, data: Buffer.from(data, "base64") } };
}
