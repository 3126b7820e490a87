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

/** Opens a session with a homeserver that answers so, and records the rooms that are joined. */
function openTestSession({
  sync,
  join = async () => ({}),
}: {
  readonly sync: (since: string | undefined) => { readonly invite: readonly string[] };
  readonly join?: () => Promise<unknown>;
}) {
  const invited: string[] = [];
  const client = {
    ...createMatrixClient({ homeserver: "http://127.0.0.1:9", accessToken: new Secret("secret") }),
    async sync({ since }: { readonly since?: string | undefined }) {
      const invite = Object.fromEntries(sync(since).invite.map((room) => [room, {}]));
      return { next_batch: "s2", rooms: { join: {}, invite } };
    },
    join(room: string) {
      invited.push(room);
      return join();
    },
  };
  const rooms = createRooms(client);
  const session = openSession(
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
  return Object.assign(session, { invited });
}

const INVITED = { invite: ["!a:home.test"] };

test("an invite that the homeserver lets wait holds up no messages", async () => {
  const joining = Promise.withResolvers<unknown>();
  await using session = openTestSession({ sync: () => INVITED, join: () => joining.promise });
  expect(await session.fetch("s1")).toEqual({ next: "s2", chats: [] });
  expect(session.invited).toEqual(["!a:home.test"]);
  joining.resolve({});
});

test("an invite that an earlier process has not accepted is accepted at the start, once", async () => {
  await using session = openTestSession({
    sync: (since) => (since === undefined ? INVITED : { invite: [] }),
  });
  await session.fetch("s1");
  await session.fetch("s2");
  expect(session.invited).toEqual(["!a:home.test"]);
});
