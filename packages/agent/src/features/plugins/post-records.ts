import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { type ChatId, toId } from "../../kernel/ids.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";

/** Fields of everything that a plugin posts under a key. */
export const postFields = {
  plugin: z.string(),
  chat: z.string().transform((id) => toId<"chat">(id)),
  /** The plugin's name of the post. */
  key: z.string(),
  /** Unix milliseconds. */
  expiresAt: z.number(),
} as const;

export interface PostRecordsDeps {
  /** Values by key, each dropped 30 days after it was set. */
  readonly state: {
    get(key: string): Promise<string | undefined>;
    set(key: string, value: string): Promise<void>;
  };
  /** Returns a random text that stays the same for this agent. */
  readonly secret: () => Promise<string>;
  readonly clock: Clock;
}

interface PostKey {
  readonly plugin: string;
  readonly chat: ChatId;
  readonly key: string;
}

/** Records of one kind of post. Only the agent can make their ids. */
export interface PostRecords<Stored> {
  readonly idOf: (post: PostKey) => Promise<string>;
  readonly read: (id: string) => Promise<Stored | undefined>;
  readonly write: (id: string, record: Stored) => Promise<void>;
}

export function createPostRecords<Schema extends z.ZodType>(
  kind: "keyboard" | "invoice",
  schema: Schema,
  { state, secret }: PostRecordsDeps,
): PostRecords<z.output<Schema>> {
  return {
    idOf: async ({ plugin, chat, key }) =>
      createHmac("sha256", await secret())
        .update(JSON.stringify([kind, plugin, chat, key]))
        .digest("base64url")
        .slice(0, 22),
    read: async (id) =>
      schema.safeParse(parseJson((await state.get(`${kind}:${id}`)) ?? "")?.value).data,
    write: async (id, record) => state.set(`${kind}:${id}`, JSON.stringify(record)),
  };
}
