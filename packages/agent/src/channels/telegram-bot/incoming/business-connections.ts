import type { BusinessConnection } from "grammy/types";
import { z } from "zod";
import type { Role } from "../../../kernel/principal.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import type { ChannelHost } from "../../kit/channel-host.ts";
import type { ChannelState } from "../../kit/channel-state.ts";
import type { TelegramClient } from "../client.ts";
import { nameOf } from "./message/describe-media.ts";

/** Connections of accounts to the bot. Messages of their chats are heard only if the account is the owner's. */
export interface BusinessConnections {
  /** Stores a connection that was made, changed or ended. */
  note(connection: BusinessConnection): Promise<void>;
  /** Returns a connection of the owner; undefined if it has ended, or is another person's. */
  find(id: string): Promise<OwnedConnection | undefined>;
  /** Returns the newest connection of an account, if the account is the owner's. */
  ofAccount(account: string): Promise<OwnedConnection | undefined>;
}

export interface OwnedConnection {
  readonly id: string;
  /** Telegram's id of the account, and its name. */
  readonly user: number;
  readonly name: string;
  /** Whether the bot may write in the chats. */
  readonly canReply: boolean;
  /** Whether the bot may publish stories of the account. */
  readonly canPostStories: boolean;
}

interface BusinessConnectionsDeps extends Pick<ChannelHost, "resolveSender"> {
  readonly client: Pick<TelegramClient, "call">;
  readonly memory: ChannelState;
}

const stored = z.object({
  user: z.number(),
  name: z.string(),
  isEnabled: z.boolean(),
  canReply: z.boolean(),
  canPostStories: z.boolean(),
});

const OWNER: Role = "owner";

export function createBusinessConnections({
  client,
  memory,
  resolveSender,
}: BusinessConnectionsDeps): BusinessConnections {
  const note = async (connection: BusinessConnection) => {
    const { id, user, is_enabled: isEnabled, rights } = connection;
    const record = {
      user: user.id,
      name: nameOf(user),
      isEnabled,
      canReply: rights?.can_reply ?? false,
      canPostStories: rights?.can_manage_stories ?? false,
    };
    await memory.set(keyOf(id), JSON.stringify(record), { isLasting: true });
    if (isEnabled) await memory.set(keyOfAccount(String(user.id)), id, { isLasting: true });
    return record;
  };
  const find = async (id: string): Promise<OwnedConnection | undefined> => {
    const text = await memory.get(keyOf(id));
    const known = text === undefined ? undefined : stored.safeParse(parseJson(text)?.value).data;
    const { isEnabled, ...connection } =
      known ?? (await note(await client.call((api) => api.getBusinessConnection(id))));
    if (!isEnabled) return undefined;
    const { user, name } = connection;
    const { role } = await resolveSender({ id: String(user), name });
    return role === OWNER ? { id, ...connection } : undefined;
  };
  return {
    note: async (connection) => void (await note(connection)),
    find,
    async ofAccount(account) {
      const id = await memory.get(keyOfAccount(account));
      return id === undefined ? undefined : find(id);
    },
  };
}

function keyOfAccount(account: string): string {
  return `business-account:${account}`;
}

function keyOf(id: string): string {
  return `business:${id}`;
}
