import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchServer } from "./open-server.ts";

/** Sends messages like a careful client: resends them, under the same id, until they are acknowledged. */
export interface Sender {
  send(key: string, conversation: string): Promise<void>;
  /** Acknowledged messages by key: the message's internal id and its chat. */
  readonly accepted: ReadonlyMap<string, Accepted>;
}

export interface Accepted {
  readonly message: string;
  readonly conversation: string;
}

const RETRY_MS = 200;

export function createSender(server: Pick<BenchServer, "url" | "token">): Sender {
  const accepted = new Map<string, Accepted>();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    accepted,
    async send(key, conversation) {
      const body = JSON.stringify({ text: `what time is it? ${key}`, message: key, wait: false });
      for (;;) {
        const message = await post(server, { conversation, body, agent }).catch(() => undefined);
        if (message !== undefined) {
          accepted.set(key, { message, conversation });
          return;
        }
        await sleep(RETRY_MS);
      }
    },
  };
}

interface Posting {
  readonly conversation: string;
  readonly body: string;
  readonly agent: Agent;
}

async function post(
  { url, token }: Pick<BenchServer, "url" | "token">,
  { conversation, body, agent }: Posting,
): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const posted = request(`${url}/v1/sessions/${conversation}/turns`, {
    method: "POST",
    agent,
    headers: { "x-api-token": token, "content-type": "application/json" },
  });
  posted.on("error", reject);
  posted.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => (text += chunk));
    response.on("error", reject);
    response.on("end", () => resolve(/"message":"([^"]+)"/.exec(text)?.[1]));
  });
  posted.end(body);
  return promise;
}
