import { once } from "node:events";
import { connect } from "node:net";
import { listServedModels } from "./list-served-models.ts";

/** A model server on this machine. */
export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** The servers that people run, by the ports they come with. */
const LOCAL_SERVERS: readonly LocalServer[] = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1" },
  { name: "vLLM", baseUrl: "http://127.0.0.1:8000/v1" },
];

export interface FoundServer extends LocalServer {
  readonly models: readonly string[];
}

export interface DiscoverOptions {
  readonly servers?: readonly LocalServer[];
  /** How long a server may take to answer. */
  readonly timeoutMs?: number;
}

/** Asks all servers at once; those that are there and have a model are returned, in order. */
export async function discoverLocal({
  servers = LOCAL_SERVERS,
  timeoutMs = 1500,
}: DiscoverOptions = {}): Promise<readonly FoundServer[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const lists = await Promise.allSettled(
    servers.map(async ({ baseUrl }) => {
      await knock(new URL(baseUrl), signal);
      return listServedModels({ baseUrl, signal });
    }),
  );
  return servers.flatMap((server, at) => {
    const list = lists[at];
    if (list?.status !== "fulfilled" || list.value.length === 0) return [];
    return [{ ...server, models: list.value }];
  });
}

/** Rejects where nobody listens. Most machines have no server, and Node's HTTP client is slow to load. */
async function knock({ hostname, port }: URL, signal: AbortSignal): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), signal });
  await once(socket, "connect", { signal }).finally(() => socket.destroy());
}
