import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isFault } from "@reeve/sdk";
import { untilAborted } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import { MAX_LOGIN_MS, REDIRECT_URL } from "./oauth.ts";

export interface RedirectReceiver {
  /** Ends the login to which an address belongs. Throws a fault if there is none. */
  readonly finish: (redirect: string) => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Listens at the address to which browsers on this machine come back after a login, until one login has ended,
 * `signal` aborts, or people have had time enough. If another program has the port, people paste the address.
 */
export async function receiveRedirects({ finish, signal, log }: RedirectReceiver): Promise<void> {
  const { hostname, port, origin } = new URL(REDIRECT_URL);
  const done = new AbortController();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, text } = await answer(`${origin}${request.url ?? ""}`, finish);
    response.writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(text);
    if (status === 200) done.abort();
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(Number(port), hostname);
  try {
    await once(server, "listening");
  } catch (error) {
    log.warn("logins at mcp servers have to be pasted", { error });
    return;
  }
  const timeout = AbortSignal.timeout(MAX_LOGIN_MS);
  await untilAborted(AbortSignal.any([signal, done.signal, timeout]));
  server.close();
}

async function answer(redirect: string, finish: RedirectReceiver["finish"]) {
  try {
    await finish(redirect);
    return { status: 200, text: "You are signed in. You can close this page." };
  } catch (error) {
    const text = isFault(error) ? [error.message, error.hint].join(" ") : "The login failed.";
    return { status: 400, text };
  }
}
