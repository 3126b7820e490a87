import { parseButtonData } from "../../kit/button-data.ts";
import type { Intake } from "../../kit/intake.ts";
import type { ServiceWindow } from "../service-window.ts";
import type { CloudMessage } from "./read-webhook.ts";
import { addressOf, type Reading, senderOf, toEnvelope } from "./to-envelope.ts";

export interface HandleMessageDeps extends Pick<Reading, "channel" | "language"> {
  readonly intake: Pick<Intake, "press" | "message">;
  readonly window: ServiceWindow;
  /** Called before: messages that failed because the window was closed may be sent now. */
  readonly onOpen: (externalId: string) => void;
}

/** Takes in a person's message or button press; resolves once it is stored. */
export async function handleMessage(
  { message, name }: { readonly message: CloudMessage; readonly name: string | undefined },
  { channel, language, intake, window, onOpen }: HandleMessageDeps,
): Promise<void> {
  const { id, from: externalId, interactive, context, group_id: group } = message;
  // Groups have no chat here: the reply would go to a direct chat.
  if (group !== undefined) return;
  const position = message.timestamp * 1000;
  await window.opened(externalId, position);
  onOpen(externalId);
  const reading = { channel, language, name };
  const press = parseButtonData(interactive?.button_reply?.id ?? interactive?.list_reply?.id);
  if (press) {
    const sender = senderOf(message, reading);
    const address = addressOf(message, channel);
    // A button press contains the id of the message with the button.
    return intake.press({ id, press, sender, address, position, message: context?.id });
  }
  return intake.message(toEnvelope(message, reading));
}
