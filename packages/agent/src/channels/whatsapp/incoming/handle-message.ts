import type { Inbox } from "../../../core/inbox.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import { formatUnwritten } from "../../kit/correction-prompts.ts";
import { parseButtonData } from "../../kit/button-data.ts";
import { applyCorrection } from "../../kit/apply-correction.ts";
import type { ServiceWindow } from "../service-window.ts";
import type { CloudMessage } from "./read-webhook.ts";
import { handlePress, type HandlePressDeps } from "../../kit/handle-press.ts";
import { addressOf, senderOf, toEnvelope } from "./to-envelope.ts";

export interface HandleMessageDeps extends HandlePressDeps {
  readonly channel: string;
  /** Configured language of the channel's people. */
  readonly language?: string | undefined;
  readonly inbox: Inbox;
  readonly window: ServiceWindow;
  /** Returns a stored message of a chat. */
  readonly findSaid: (externalId: string, message: string) => Promise<Envelope["quote"]>;
  /** Called in the background after a message was stored. */
  readonly onHeard: (message: { readonly id: string; readonly externalId: string }) => void;
  /**
   * Called in the background: messages that failed because the window was closed may be sent now.
   */
  readonly onOpen: (externalId: string) => void;
}

/** Takes in a person's message or button press; resolves once it is stored. */
export async function handleMessage(
  { message, name }: { readonly message: CloudMessage; readonly name: string | undefined },
  deps: HandleMessageDeps,
): Promise<void> {
  const { id, from: externalId, interactive, context, group_id: group } = message;
  // Groups have no chat here: the reply would go to a direct chat.
  if (group !== undefined) return;
  await deps.window.opened(externalId, message.timestamp * 1000);
  deps.onOpen(externalId);
  const tap = parseButtonData(interactive?.button_reply?.id ?? interactive?.list_reply?.id);
  const address = { channel: deps.channel, externalId };
  if (tap) {
    const press = {
      id,
      press: tap,
      sender: senderOf(message, { ...deps, name }),
      address: addressOf(message, deps.channel),
      position: message.timestamp * 1000,
      // A button press contains the id of the message with the button.
      message: context?.id,
    };
    await handlePress(press, deps);
    return deps.inbox.retryWaiting(address);
  }
  const envelope = toEnvelope(message, { ...deps, name });
  const correction = await applyCorrection(envelope, envelope.sentAt, deps);
  if (correction?.type === "taken") return deps.inbox.retryWaiting(address);
  const replied = envelope.replyTo ?? context?.id;
  const quote = replied === undefined ? undefined : await deps.findSaid(externalId, replied);
  const corrects = correction?.type === "spoken" && { corrects: correction.approval };
  const whole = { ...envelope, ...corrects, ...(quote && { quote }) };
  const { outcome } = await deps.inbox.deliver(whole);
  if (outcome === "queued" || outcome === "answered") deps.onHeard({ id, externalId });
  if (correction?.type === "unwritten")
    await deps.say(externalId, formatUnwritten((await deps.textsFor(externalId)).approvals));
}
