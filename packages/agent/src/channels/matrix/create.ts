import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import type { Finding } from "../kit/manifest.ts";
import { toFinding } from "../kit/manifest.ts";
import { attempt } from "../../kernel/attempt.ts";
import { wait } from "../../kernel/wait.ts";
import { createMatrixClient } from "./client.ts";
import { MATRIX, type MatrixConfig } from "./config.ts";
import { listen } from "./incoming.ts";
import { createPush } from "./push.ts";
import { createRooms } from "./rooms.ts";

/**
 * Creates the channel from complete settings: an account on a Matrix homeserver (Client-Server API v1.11).
 * It joins the rooms to which it is invited. A room of two is a direct chat, and a thread is a chat of its own.
 */
export function create(
  { homeserver, accessToken, ...config }: MatrixConfig,
  host: ChannelHost,
): Channel {
  if (homeserver === undefined || !accessToken)
    throw new Error("the settings of Matrix are incomplete");
  const client = createMatrixClient({ homeserver, accessToken, pause: host.pause });
  const rooms = createRooms(client);
  let self: string | undefined;
  const onSelf = (id: string) => {
    self = id;
  };
  return {
    name: MATRIX,
    get username() {
      return self?.slice(1);
    },
    listen: (inbox, signal) => listen({ ...host, client, rooms, config, onSelf }, inbox, signal),
    hasBursts: true,
    isPairing: config.pairing === "on",
    push: createPush({ ...host, client, rooms, self: () => self }),
    files: { fetch: (ref, options) => client.download(ref, options) },
  };
}

const LOOK_MS = 10_000;

/** Checks whether the homeserver accepts the token, and whether anybody may talk to the agent. */
export async function check({ homeserver, accessToken, owners }: MatrixConfig): Promise<Finding> {
  if (homeserver === undefined || !accessToken)
    throw new Error("the settings of Matrix are incomplete");
  const client = createMatrixClient({ homeserver, accessToken, pause: wait });
  const found = await attempt(client.whoAmI(AbortSignal.timeout(LOOK_MS)));
  if (found.status === "rejected") return toFinding(found.reason);
  const self = found.value;
  if (owners.length > 0) return { state: "ok", message: `${self} works` };
  return {
    state: "warning",
    message: `${self} works, but no owner is set: reeve config set channels.matrix.owners '["@you:example.org"]'`,
  };
}
