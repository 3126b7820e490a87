import { isDirectChat } from "../chat-address.ts";
import { refusalOf } from "../telegram-fault.ts";
import type { OutgoingParts } from "./outgoing-parts.ts";
import type { Placeholders } from "./placeholders.ts";
import type { Frames } from "./run-frames.ts";
import { editInto, type Target } from "./send-piece.ts";

/** Telegram lets a bot change less in a group, where all see it. */
const DIRECT_MS = 1500;
const GROUP_MS = 3000;

/** Frames for every program of Telegram: a message of three dots that changes. */
export async function createEditFrames(
  { target, turn }: { readonly target: Target; readonly turn: string },
  {
    client,
    rendering,
    placeholders,
  }: Pick<OutgoingParts, "client" | "rendering"> & { readonly placeholders: Placeholders },
): Promise<Frames> {
  const message = await placeholders.open(turn, target);
  return {
    intervalMs: isDirectChat(target) ? DIRECT_MS : GROUP_MS,
    async show(text) {
      const [part] = rendering.markdown(text, { links: "plain", longCode: "split" });
      if (part?.type !== "text") return true;
      const frame = { ...target, message, sending: "frame" } as const;
      const [edited] = await Promise.allSettled([editInto(part, frame, client)]);
      if (edited?.status !== "rejected") return edited?.value === true;
      if (refusalOf(edited.reason) === undefined) throw edited.reason;
      return true;
    },
  };
}
