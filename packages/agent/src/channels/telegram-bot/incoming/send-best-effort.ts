import type { Envelope } from "../../../kernel/envelope.ts";
import type { Log } from "../../../platform/log.ts";
import type { TelegramClient } from "../client.ts";
import type { BotMessages } from "../bot-messages.ts";
import { sendLine } from "./send-line.ts";

interface Said {
  /** The message that is answered. */
  readonly to: Envelope;
  readonly text: string;
}

interface SayDeps {
  readonly client: TelegramClient;
  readonly own: BotMessages;
  readonly signal: AbortSignal;
  readonly log: Pick<Log, "warn">;
}

/** Says a line about a message that may be lost: what must arrive leaves by the outbox. */
export async function sendBestEffort({ to, text }: Said, { client, own, signal, log }: SayDeps) {
  const answers = Number(to.id);
  const line = { address: to.address, text, answers, sending: "placeholder" } as const;
  const [said] = await Promise.allSettled([sendLine(line, { client, own, signal })]);
  if (said?.status === "rejected" && !signal.aborted)
    log.warn("failed to send notice", { chat: to.address.externalId, error: said.reason });
}
