import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { parseChatAddress } from "../kit/chat-address.ts";
import { createKeyedDelivery } from "../kit/delivery/keyed-delivery.ts";
import { MAX_REACTION_BUTTONS } from "../kit/delivery/reaction-buttons.ts";
import { checkAccount, type Finding } from "../kit/manifest.ts";
import { poll } from "../kit/poll.ts";
import { showWhile } from "../kit/show-while.ts";
import { createMatrixClient } from "./client.ts";
import { MATRIX, type MatrixSettings } from "./config.ts";
import { createPlatform } from "./content.ts";
import { openSession } from "./incoming.ts";
import { createRooms } from "./rooms.ts";

/** Homeservers show that somebody is typing for as long as they are asked to. */
const TYPING_MS = 20_000;

/**
 * Creates the channel from complete settings: an account on a Matrix homeserver (Client-Server API v1.11).
 * It joins the rooms to which it is invited. A room of two is a direct chat, and a thread is a chat of its own.
 */
export function create(config: MatrixSettings, host: ChannelHost): Channel {
  const { pause } = host;
  const client = createMatrixClient(config);
  const rooms = createRooms(client);
  const deps = { ...host, client, rooms, config, platform: createPlatform(client, rooms) };
  let self = "";
  return {
    name: MATRIX,
    get username() {
      return self === "" ? undefined : self.slice(1);
    },
    listen(inbox, signal) {
      const open = async () => {
        self = await client.whoAmI(signal);
        return openSession(deps, { inbox, self, signal });
      };
      return poll(open, { ...host, platform: MATRIX }, signal);
    },
    hasBursts: true,
    isPairing: config.pairing === "on",
    maxButtons: MAX_REACTION_BUTTONS,
    push: {
      show: ({ externalId }, events) =>
        showWhile(events, {
          everyMs: TYPING_MS,
          pause,
          show: (signal) =>
            client.typing(parseChatAddress(externalId).chat, { self, ms: TYPING_MS }, signal),
        }),
      // Replies are sent whole, because each edit stays in the room's history.
      deliver: createKeyedDelivery(deps),
    },
    files: { fetch: (ref, options) => client.download(ref, options) },
  };
}

/** Checks whether the homeserver accepts the token, and whether anybody may talk to the agent. */
export function check(settings: MatrixSettings): Promise<Finding> {
  const client = createMatrixClient(settings);
  const look = async (signal: AbortSignal) => ({ name: await client.whoAmI(signal) });
  const example = `'["@you:example.org"]'`;
  return checkAccount(look, { owners: settings.owners, section: "matrix", example });
}
