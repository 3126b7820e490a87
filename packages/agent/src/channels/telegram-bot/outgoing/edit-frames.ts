import { isDirectChat } from "../chat-address.ts";
import { renderPreview } from "./render-preview.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import type { Placeholders } from "./placeholders.ts";
import type { LivePreview } from "./run-preview.ts";
import { editInto, type Target } from "./send-piece.ts";

/** Telegram lets a bot change less in a group, where all see it. */
const DIRECT_MS = 1500;
const GROUP_MS = 3000;

const DOTS = { type: "text", text: "…", entities: [] } as const;

/** Frames for every program of Telegram: a message of three dots that changes. */
export function createEditFrames(
  { target, turn }: { readonly target: Target; readonly turn: string },
  {
    client,
    rendering,
    placeholders,
  }: Pick<OutgoingDeps, "client" | "rendering"> & { readonly placeholders: Placeholders },
): LivePreview {
  let message: number | undefined;
  return {
    intervalMs: isDirectChat(target) ? DIRECT_MS : GROUP_MS,
    draw: (text) => renderPreview(text, rendering) ?? (message === undefined ? DOTS : undefined),
    async show(frame) {
      message ??= await placeholders.open(turn, target);
      if (frame === DOTS) return true;
      return editInto(frame, { ...target, message, sending: "frame" }, client);
    },
  };
}
