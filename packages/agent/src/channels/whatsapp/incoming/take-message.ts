import type { Inbox } from "../../../core/inbox.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import { tellUnwritten } from "../../ask-change.ts";
import { parseTap } from "../../question-verbs.ts";
import { takeCorrection } from "../../take-correction.ts";
import type { ServiceWindow } from "../service-window.ts";
import type { CloudMessage } from "./read-webhook.ts";
import { takeTap, type TakeTapParts } from "./take-tap.ts";
import { toEnvelope } from "./to-envelope.ts";

export interface TakeMessageParts extends TakeTapParts {
  readonly inbox: Inbox;
  readonly window: ServiceWindow;
  /** What a message of a chat said, as far as it is kept. */
  readonly findSaid: (externalId: string, message: string) => Promise<Envelope["quote"]>;
  /** Done beside: somebody wrote, and was heard. */
  readonly onHeard: (message: { readonly id: string; readonly externalId: string }) => void;
  /** Done beside: what could not be delivered for silence may leave. */
  readonly onOpen: (externalId: string) => void;
}

/** Takes in what a person did; resolves once it is stored. */
export async function takeMessage(
  { message, name }: { readonly message: CloudMessage; readonly name: string | undefined },
  parts: TakeMessageParts,
): Promise<void> {
  const { id, from: externalId, interactive, context, group_id: group } = message;
  // Groups have no chat here: they would be answered in a direct chat.
  if (group !== undefined) return;
  await parts.window.opened(externalId, message.timestamp * 1000);
  parts.onOpen(externalId);
  const tap = parseTap(interactive?.button_reply?.id ?? interactive?.list_reply?.id);
  const address = { channel: parts.channel, externalId };
  if (tap) {
    await takeTap({ message, name, tap }, parts);
    return parts.inbox.reach(address);
  }
  const envelope = toEnvelope(message, { ...parts, name });
  const correction = await takeCorrection(envelope, envelope.sentAt, parts);
  if (correction?.type === "taken") return parts.inbox.reach(address);
  const replied = envelope.replyTo ?? context?.id;
  const quote = replied === undefined ? undefined : await parts.findSaid(externalId, replied);
  const corrects = correction?.type === "spoken" && { corrects: correction.approval };
  const whole = { ...envelope, ...corrects, ...(quote && { quote }) };
  const { outcome } = await parts.inbox.deliver(whole);
  if (outcome === "queued" || outcome === "answered") parts.onHeard({ id, externalId });
  if (correction?.type === "unwritten")
    await parts.say(externalId, tellUnwritten((await parts.textsFor(externalId)).approvals));
}
