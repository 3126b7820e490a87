import { expect, test } from "vitest";
import { silentLog } from "../../platform/log.ts";
import { Secret } from "../../platform/secret.ts";
import { memoryIn } from "../testing/channel-state.ts";
import { createMatrixClient } from "./client.ts";
import { matrixConfig } from "./config.ts";
import { createPlatform } from "./content.ts";
import { openSession } from "./incoming.ts";
import { createRooms } from "./rooms.ts";

const nobody = () => Promise.reject(new Error("nobody is asked"));

test("an invite that the homeserver lets wait holds up no messages", async () => {
  const joining = Promise.withResolvers<unknown>();
  const invited: string[] = [];
  const client = {
    ...createMatrixClient({ homeserver: "http://127.0.0.1:9", accessToken: new Secret("secret") }),
    sync: async () => ({ next_batch: "s2", rooms: { join: {}, invite: { "!a:home.test": {} } } }),
    join(room: string) {
      invited.push(room);
      return joining.promise;
    },
  };
  const rooms = createRooms(client);
  await using session = openSession(
    {
      client,
      rooms,
      platform: createPlatform(client, rooms),
      config: matrixConfig.parse({}),
      state: memoryIn(new Map()),
      control: { receive: nobody },
      commands: [],
      resolveSender: nobody,
      findSaid: async () => undefined,
      languageIn: async () => undefined,
      language: "en",
      requesterOf: nobody,
      directChatsOf: nobody,
      readFile: nobody,
      publicUrl: undefined,
      report() {},
      clock: { now: () => 0 },
      pause: nobody,
      log: silentLog,
    },
    {
      inbox: {
        deliver: nobody,
        decide: nobody,
        retryWaiting: nobody,
        mayPay: nobody,
        pay: nobody,
        press: nobody,
        withdraw: nobody,
      },
      self: "@reeve:home.test",
      signal: new AbortController().signal,
    },
  );
  expect(await session.fetch("s1")).toEqual({ next: "s2", chats: [] });
  expect(invited).toEqual(["!a:home.test"]);
  joining.resolve({});
});
