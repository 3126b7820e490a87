import { heightIn, withKnown, withoutPlaceholders, withPlaceholder } from "../delivery-state.ts";
import type { TelegramClient } from "../client.ts";
import type { BotMessages } from "../bot-messages.ts";
import { deleteSafely } from "./edit-safely.ts";
import { findSent, numbersBetween } from "./find-sent.ts";
import { sendPiece, type Target } from "./send-piece.ts";

/** Messages that stand for an answer while it is being written; known over a crash. */
export interface Placeholders {
  /** Sends the one of a turn, unless it is there already; answers with its number. */
  open(turn: string, target: Target): Promise<number>;
  /** Gives it to the first part that asks; undefined where there is none, or another has it. */
  take(
    turn: string,
    by: { readonly clientId: string; readonly chat: string },
  ): Promise<number | undefined>;
  /** Takes it away where no part has it. */
  remove(turn: string, where: Pick<Later, "chat" | "signal">): Promise<void>;
  /** Takes away one that was sent and never known, once a message has come after it. */
  clear(turn: string, later: Later): Promise<void>;
}

/** Numbers of the messages between which a placeholder was sent. */
interface Gap {
  readonly chat: string;
  readonly after: number;
  readonly before: number;
}

interface Later {
  readonly chat: string;
  readonly message: number;
  readonly signal: AbortSignal;
}

/** A group that has moved knows nothing of what stood for answers in it before. */
export function createPlaceholders({
  client,
  own,
}: {
  readonly client: TelegramClient;
  readonly own: BotMessages;
}): Placeholders {
  const find = async (turn: string, chat: string) =>
    (await own.read(chat)).placeholders.find((one) => one.turn === turn);
  const forget = (turn: string, chat: string) =>
    own.change(chat, (record) => withoutPlaceholders(record, (one) => one.turn === turn));

  /** Where a part is looked for, too, whoever does that takes away what is left over. */
  const removeLost = async ({ chat, after, before }: Gap, signal: AbortSignal): Promise<void> => {
    const { known, parts } = await own.read(chat);
    if (after === 0 || parts.some(({ floors }) => floors.length > 0)) return;
    const numbers = numbersBetween(after, before);
    for (const message of await findSent({ chat, numbers, known }, { client, signal }))
      await deleteSafely({ chat, message, signal }, client);
  };

  return {
    async open(turn, target) {
      const { chat, topic, signal } = target;
      const stored = await find(turn, chat);
      if (stored?.id !== undefined) return stored.id;
      const dots = { type: "text", text: "…", entities: [] } as const;
      return client.inOrder(chat, async () => {
        const height = Math.max(client.heights.of(chat), heightIn(await own.read(chat)));
        const sending = stored ?? { turn, topic, after: height };
        if (!stored) await own.change(chat, (record) => withPlaceholder(record, sending));
        const placed = await sendPiece(dots, { ...target, sending: "placeholder" }, client);
        const id = placed.message;
        // The process died between sending one and knowing it.
        if (stored) await removeLost({ chat, after: stored.after, before: id }, signal);
        await own.change(chat, (record) =>
          withKnown(withPlaceholder(record, { ...sending, id }), id),
        );
        return id;
      });
    },
    async take(turn, { clientId, chat }) {
      const known = await find(turn, chat);
      if (known?.id === undefined || (known.taken ?? clientId) !== clientId) return undefined;
      if (known.taken === undefined)
        await own.change(chat, (record) => withPlaceholder(record, { ...known, taken: clientId }));
      return known.id;
    },
    async remove(turn, { chat, signal }) {
      const known = await find(turn, chat);
      if (known?.id === undefined || known.taken !== undefined) return;
      await deleteSafely({ chat, message: known.id, signal }, client);
      await forget(turn, chat);
    },
    async clear(turn, { chat, message: before, signal }) {
      const known = await find(turn, chat);
      if (!known || known.id !== undefined) return;
      await removeLost({ chat, after: known.after, before }, signal);
      await forget(turn, chat);
    },
  };
}
