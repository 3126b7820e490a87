import type { CallbackQuery } from "grammy/types";
import type { Inbox, PressReceipt } from "../../../core/inbox.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { truncate } from "../../../kernel/text/truncate.ts";
import { texts, type Texts } from "../../../platform/texts.ts";
import type { PluginButtonPress } from "../../kit/button-data.ts";
import type { TelegramClient } from "../client.ts";
import { answerQuery, MAX_TOAST, withinSpinner } from "./answer-query.ts";
import { addressOf } from "./message/to-envelope.ts";

export interface PluginPressDeps {
  readonly channel: string;
  readonly client: TelegramClient;
  readonly inbox: Pick<Inbox, "press">;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

interface Pressed {
  readonly query: CallbackQuery;
  readonly message: NonNullable<CallbackQuery["message"]>;
  readonly press: PluginButtonPress;
  readonly by: Principal;
}

/** Stores a press for its plugin, and shows what the plugin answers soon to the person. */
export async function pressPluginButton(
  { query, message, press, by }: Pressed,
  deps: PluginPressDeps,
): Promise<void> {
  const address = addressOf(message, deps.channel);
  const { id: keyboard, verb: button } = press;
  const receipt = await deps.inbox.press({ id: query.id, keyboard, button, by, address });
  const said = texts(query.from.language_code).approvals.answers;
  const toast = await withinSpinner(toastOf(receipt, said), deps);
  await answerQuery(query, deps, toast === undefined ? undefined : truncate(toast, MAX_TOAST));
}

async function toastOf(
  receipt: PressReceipt,
  said: Texts["approvals"]["answers"],
): Promise<string | undefined> {
  if (receipt.outcome === "stored") return receipt.answer;
  return receipt.outcome === "expired" ? said.buttonExpired : said.tooMany;
}
