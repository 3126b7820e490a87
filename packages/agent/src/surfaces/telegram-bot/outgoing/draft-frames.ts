import { isRichSafe } from "./is-rich-safe.ts";
import type { OutgoingParts } from "./outgoing-parts.ts";
import type { Frames } from "./run-frames.ts";
import type { Target } from "./send-piece.ts";

const INTERVAL_MS = 400;

/** Frames as drafts, which Telegram draws as they grow, and which leave nothing behind. */
export function createDraftFrames(
  { target, turn }: { readonly target: Target; readonly turn: string },
  { client, rendering }: Pick<OutgoingParts, "client" | "rendering">,
): Frames {
  const chat = Number(target.chat);
  const draft = draftOf(turn);
  const options = {
    can_stop: true,
    ...(target.topic !== undefined && { message_thread_id: target.topic }),
  };
  return {
    intervalMs: INTERVAL_MS,
    async show(text) {
      if (isRichSafe(text)) {
        await client.call((api) =>
          api.sendRichMessageDraft(chat, draft, { markdown: text }, options),
        );
        return true;
      }
      const [part] = rendering.markdown(text, { links: "plain", longCode: "split" });
      if (part?.type !== "text") return true;
      const { text: words, entities } = part;
      await client.call((api) =>
        api.sendMessageDraft(chat, draft, words, { entities: [...entities], ...options }),
      );
      return true;
    },
  };
}

/** A number for the drafts of a turn, never 0. */
function draftOf(turn: string): number {
  let hash = 0;
  for (const letter of turn) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return hash === 0 ? 1 : Math.abs(hash);
}
