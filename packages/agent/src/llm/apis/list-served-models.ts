import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Secret } from "../../platform/secret.ts";

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

export interface ServerAddress {
  /** With the version, as in `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly key?: Secret | undefined;
  readonly signal: AbortSignal;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}

/** The ids that a server of OpenAI's protocol lists. Rejects with `unavailable` when it does not. */
export async function listServedModels(address: ServerAddress): Promise<readonly string[]> {
  const { baseUrl, key, signal, fetch: send = fetch } = address;
  const headers = key ? { authorization: `Bearer ${key.reveal()}` } : {};
  const response = await send(`${baseUrl}/models`, { headers, signal }).catch((cause: unknown) => {
    throw new Fault("unavailable", `Cannot reach ${baseUrl}.`, {
      hint: "Start the server, or check models.baseUrl.",
      cause,
    });
  });
  if (!response.ok)
    throw new Fault("unavailable", `${baseUrl} returned status ${response.status}.`, {
      hint: "Check that the server supports OpenAI's protocol at this URL.",
    });
  const list = listSchema.safeParse(await response.json());
  if (list.success) return list.data.data.map(({ id }) => id);
  throw new Fault("unavailable", `${baseUrl} lists no models.`, {
    hint: "Check that the server supports OpenAI's protocol at this URL.",
  });
}
