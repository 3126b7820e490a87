import type { Inbox } from "../../../core/inbox.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import { parseButtonData } from "../../kit/button-data.ts";
import { receiveMessage } from "../../kit/receive-message.ts";
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
  const replied = envelope.replyTo ?? context?.id;
  const receipt = await receiveMessage(envelope, envelope.sentAt, {
    ...deps,
    quoteOf: async () => (replied === undefined ? undefined : deps.findSaid(externalId, replied)),
    onCorrected: () => deps.inbox.retryWaiting(address),
    textsOf: () => deps.textsFor(externalId),
    reply: (text) => deps.say(externalId, text),
  });
  if (receipt?.outcome === "queued" || receipt?.outcome === "answered")
    deps.onHeard({ id, externalId });
}
