import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { WebhookDeps } from "../../../src/core/core-deps.ts";
import { toWebhookSecret } from "../../../src/kernel/webhook-signature.ts";
import { createWebhookClient } from "../../../src/integrations/web/create-webhook-client.ts";

const payload = z.looseObject({
  id: z.string(),
  type: z.string(),
  place: z.object({ surface: z.string(), chat: z.string(), kind: z.string() }).nullable(),
  seq: z.number().optional(),
  data: z.record(z.string(), z.unknown()),
});

/** One call that was rightly signed. */
export type ReceivedEvent = z.output<typeof payload> & {
  /** Status of the response; `hangs` got no response. */
  readonly answer: number | "hangs";
};

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** Every call, in order, also repeated ones. */
  readonly calls: readonly ReceivedEvent[];
  /** Deliveries with an invalid signature. */
  readonly forged: readonly string[];
  /** Resolves once `isEnough` holds for what was answered well. */
  until(
    isEnough: (arrived: readonly ReceivedEvent[]) => boolean,
  ): Promise<readonly ReceivedEvent[]>;
}

/** Secret that deliveries to it are signed with. */
const RECEIVER_SECRET = toWebhookSecret(new Uint8Array(32).fill(7));

/** Opens an external server that checks signatures with the reference implementation. */
export async function openReceiver(
  answer: (call: number, event: z.output<typeof payload>) => number | "hangs" = () => 204,
): Promise<WebhookReceiver> {
  const verifier = new Webhook(RECEIVER_SECRET);
  const calls: ReceivedEvent[] = [];
  const forged: string[] = [];
  let arrived = Promise.withResolvers<void>();

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const event = payload.parse(JSON.parse(body));
    try {
      verifier.verify(body, headers);
    } catch (error) {
      forged.push(String(error));
    }
    if (headers["webhook-id"] !== event.id) forged.push(`${headers["webhook-id"]} is ${event.id}`);
    const given = answer(calls.length, event);
    calls.push({ ...event, answer: given });
    if (given !== "hangs") response.writeHead(given).end();
    arrived.resolve();
    arrived = Promise.withResolvers();
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}/events`,
    calls,
    forged,
    async until(isEnough) {
      for (;;) {
        const well = calls.filter(
          ({ answer: given }) => given !== "hangs" && given >= 200 && given < 300,
        );
        if (isEnough(well)) return well;
        await arrived.promise;
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Reaches receivers on this machine, and tries again at once. */
export function nearbyWebhooks(own: Partial<WebhookDeps> = {}): WebhookDeps {
  return {
    client: createWebhookClient({ allowPrivate: true, timeoutSeconds: 1 }),
    newSecret: () => RECEIVER_SECRET,
    random: () => 0,
    ...own,
  };
}
