import type { Api } from "grammy";
import { renderRich } from "chat-markdown/telegram";
import { renderPreview } from "./render-preview.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import type { WrittenPiece } from "./piece.ts";
import type { LivePreview } from "./run-preview.ts";
import type { Target } from "./send-piece.ts";

const INTERVAL_MS = 400;

/** Frames as drafts, which Telegram draws as they grow, and which leave nothing behind. */
export function createDraftFrames(
  { target, turn }: { readonly target: Target; readonly turn: string },
  { client }: Pick<OutgoingDeps, "client">,
): LivePreview {
  const chat = Number(target.chat);
  const draft = draftOf(turn);
  const options = {
    can_stop: true,
    // Until the bot says that it has stopped, and what it had said by then.
    keep_on_stop: true,
    ...(target.topic !== undefined && { message_thread_id: target.topic }),
  };
  const sendDraft = async (frame: WrittenPiece, api: Api): Promise<true> => {
    if (frame.type === "rich") return api.sendRichMessageDraft(chat, draft, frame.message, options);
    const { text, entities } = frame;
    return api.sendMessageDraft(chat, draft, text, { entities: [...entities], ...options });
  };
  const order = { chat: target.chat, sending: "draft", signal: target.signal } as const;
  return {
    intervalMs: INTERVAL_MS,
    draw(text) {
      const message = renderRich(text);
      return message ? { type: "rich", message } : renderPreview(text);
    },
    show: (frame) => client.send(order, (api) => sendDraft(frame, api)),
  };
}

/** A number for the drafts of a turn, never 0. */
function draftOf(turn: string): number {
  let hash = 0;
  for (const letter of turn) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return hash === 0 ? 1 : Math.abs(hash);
}
