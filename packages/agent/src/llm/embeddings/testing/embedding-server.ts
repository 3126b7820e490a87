import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** A single response of the server: JSON, plain text, or none at all. */
export type EmbeddingAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly text?: string;
    }
  | "silent";

export interface EmbeddingRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An embedding provider on loopback, which stops when it is disposed of. */
export interface EmbeddingServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly requests: readonly EmbeddingRequest[];
  /** Resolves with the first request. */
  readonly asked: Promise<void>;
}

/** Serves each answer once, in this order; then 418. */
export async function serveEmbeddings(
  answers: readonly EmbeddingAnswer[],
): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  const asked = Promise.withResolvers<void>();
  const answerOne: (...pair: Parameters<RequestListener>) => Promise<void> = async (
    request,
    response,
  ) => {
    const body: EmbeddingRequest["body"] = JSON.parse(await textOf(request));
    const answer = answers[requests.length] ?? { status: 418 };
    const { authorization } = request.headers;
    requests.push({ path: request.url, authorization, body });
    asked.resolve();
    if (answer === "silent") return;
    response.writeHead(answer.status ?? 200, answer.headers);
    response.end(answer.text ?? (answer.body === undefined ? "" : JSON.stringify(answer.body)));
  };
  const server = createServer((request, response) => void answerOne(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    asked: asked.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}
