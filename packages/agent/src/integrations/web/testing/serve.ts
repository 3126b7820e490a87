import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";

/** A web server on loopback, which stops when it is disposed of. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Received requests, oldest first. */
  readonly requests: readonly IncomingMessage[];
}

/** Serves the responses of `answer` on a free port of the loopback. */
export async function serve(answer: RequestListener): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
