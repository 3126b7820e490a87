import { createHash } from "node:crypto";
import { z } from "zod";
import type { ChatId } from "../../kernel/ids.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { createLanes } from "../../platform/keyed-queue.ts";
import { createPostRecords, postFields, type PostRecordsDeps } from "./post-records.ts";

const button = z.union([
  z.object({ label: z.string(), data: z.string() }),
  z.object({ label: z.string(), url: z.string() }),
]);

const stored = z.object({
  ...postFields,
  text: z.string(),
  rows: z.array(z.array(button)),
  /** Rises with each edit. */
  version: z.number(),
});

/** Message of a plugin with buttons. */
export type Keyboard = Readonly<z.output<typeof stored>>;

/** A message as its plugin sends it. */
export type NewKeyboard = Pick<Keyboard, "plugin" | "chat" | "key" | "text" | "rows"> & {
  readonly expiresInSeconds?: number | undefined;
};

/** A version of a message, ready to be posted. */
export interface KeyboardPost {
  readonly chat: ChatId;
  /** The same for a repeated version. */
  readonly call: string;
  readonly part: Extract<ReplyPart, { type: "buttons" }>;
}

/**
 * Messages of plugins with buttons. A button carries an id that the agent makes, and a digest of its data: a
 * plugin cannot forge the buttons of another, and a person cannot make up data.
 */
export interface Keyboards {
  /** Stores a message, or its edit, and posts it. */
  send(keyboard: NewKeyboard, post: (version: KeyboardPost) => Promise<void>): Promise<void>;
  has(message: Pick<Keyboard, "plugin" | "chat" | "key">): Promise<boolean>;
  /** Returns a message and the data of a button in it; undefined if there is none. */
  find(
    id: string,
    mark: string,
  ): Promise<{ readonly keyboard: Keyboard; readonly data: string } | undefined>;
}

const MAX_EXPIRY_SECONDS = 30 * 24 * 60 * 60;

export function createKeyboards(deps: PostRecordsDeps): Keyboards {
  const { clock } = deps;
  const lanes = createLanes();
  const { idOf, read, write } = createPostRecords("keyboard", stored, deps);
  return {
    async send({ expiresInSeconds = MAX_EXPIRY_SECONDS, ...sent }, post) {
      const id = await idOf(sent);
      // Each version is posted before the next one is made.
      await lanes.run(id, async () => {
        const before = await read(id);
        const isSame = before?.text === sent.text && isEqual(before.rows, sent.rows);
        // One whose state was dropped begins above the versions that were posted.
        const version = isSame ? before.version : (before?.version ?? clock.now()) + 1;
        const expiresAt = clock.now() + Math.round(expiresInSeconds * 1000);
        await write(id, { ...sent, version, expiresAt });
        const { plugin, chat, key, text, rows } = sent;
        await post({
          chat,
          call: `plugin:${plugin}:${chat}:${key}:${version}`,
          part: { type: "buttons", about: id, text, rows: rows.map((row) => row.map(toReply(id))) },
        });
      });
    },
    has: async (message) => (await read(await idOf(message))) !== undefined,
    async find(id, mark) {
      const keyboard = await read(id);
      const found = keyboard?.rows.flat().find((one) => "data" in one && markOf(one.data) === mark);
      return keyboard && found && "data" in found ? { keyboard, data: found.data } : undefined;
    },
  };
}

type Button = z.output<typeof button>;

function toReply(id: string): (one: Button) => Button {
  return (one) =>
    "data" in one ? { label: one.label, data: `plugin:${markOf(one.data)}:${id}` } : one;
}

/** Returns a short digest of a button's data: Telegram carries 64 bytes, and edits leave it as it is. */
function markOf(data: string): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 12);
}

function isEqual(rows: Keyboard["rows"], others: Keyboard["rows"]): boolean {
  return JSON.stringify(rows) === JSON.stringify(others);
}
