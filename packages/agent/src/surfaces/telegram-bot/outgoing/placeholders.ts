import { z } from "zod";
import type { SurfaceMemory } from "../../surface-memory.ts";
import type { TelegramClient } from "../client.ts";
import { deleteSafely } from "./edit-safely.ts";
import { findOwn } from "./find-own.ts";
import { sendPiece, type Target } from "./send-piece.ts";

const kept = z.object({
  /** Where it was sent: a group that has moved since knows nothing of it. */
  chat: z.string(),
  /** Only numbers above this one can be its. */
  after: z.number(),
  id: z.number().optional(),
  /** The part of the reply that takes its place. */
  taken: z.string().optional(),
});

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
  remove(turn: string): Promise<void>;
  /** Takes away one that was sent and never known, once a message has come after it. */
  clear(turn: string, later: Later): Promise<void>;
}

interface Later {
  readonly chat: string;
  readonly message: number;
  readonly signal: AbortSignal;
}

export function createPlaceholders({
  client,
  memory,
}: {
  readonly client: TelegramClient;
  readonly memory: SurfaceMemory;
}): Placeholders {
  const read = async (turn: string) => {
    const stored = await memory.get(keyOf(turn));
    return stored === undefined ? undefined : kept.safeParse(JSON.parse(stored)).data;
  };
  const keep = (turn: string, next: z.output<typeof kept>) =>
    memory.set(keyOf(turn), JSON.stringify(next));

  return {
    async open(turn, target) {
      const { chat, signal } = target;
      const stored = await read(turn);
      const before = stored?.chat === chat ? stored : undefined;
      if (before?.id !== undefined) return before.id;
      const dots = { type: "text", text: "…", entities: [] } as const;
      const { after, id } = await client.inOrder(chat, async () => {
        const sending = { chat, after: before?.after ?? client.heights.of(chat) };
        if (!before) await keep(turn, sending);
        const sent = await sendPiece(dots, { ...target, sending: "placeholder" }, client);
        await keep(turn, { ...sending, id: sent });
        return { ...sending, id: sent };
      });
      // The process died between sending one and knowing it.
      const lost = before && after > 0 ? { chat, after, before: id } : undefined;
      for (const message of lost ? await findOwn(lost, { client, signal }) : [])
        await deleteSafely({ chat, message }, client);
      return id;
    },
    async take(turn, { clientId, chat }) {
      const known = await read(turn);
      if (known?.id === undefined || known.chat !== chat) return undefined;
      if ((known.taken ?? clientId) !== clientId) return undefined;
      if (known.taken === undefined) await keep(turn, { ...known, taken: clientId });
      return known.id;
    },
    async remove(turn) {
      const known = await read(turn);
      if (known?.id === undefined || known.taken !== undefined) return;
      await deleteSafely({ chat: known.chat, message: known.id }, client);
      await memory.delete(keyOf(turn));
    },
    async clear(turn, { chat, message: before, signal }) {
      const known = await read(turn);
      if (!known || known.id !== undefined) return;
      const gap = { chat, after: known.after, before };
      const isHere = known.chat === chat && known.after > 0;
      const lost = isHere ? await findOwn(gap, { client, signal }) : [];
      for (const message of lost) await deleteSafely({ chat, message }, client);
      await memory.delete(keyOf(turn));
    },
  };
}

function keyOf(turn: string): string {
  return `placeholder:${turn}`;
}
