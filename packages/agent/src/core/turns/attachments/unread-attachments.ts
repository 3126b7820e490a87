import type { AgentProfile } from "../../agents.ts";
import { unreadMedia } from "../../attachments/unread-media.ts";
import type { MessageRow } from "../choose-batch.ts";
import type { TurnDeps } from "../deps.ts";

/** The positions of what a message carries that has to be looked into before an agent answers it. */
export function unreadAttachments(
  { body }: MessageRow,
  { model }: Pick<AgentProfile, "model">,
  { understanding }: Pick<TurnDeps, "understanding">,
): readonly number[] {
  return unreadMedia(body, { understanding, isSeen: model.sees !== false });
}
