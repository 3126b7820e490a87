import type { Log } from "../../../platform/log.ts";
import type { WhatsAppConfig } from "../config.ts";
import type { SentMessages } from "./sent-messages.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface SendWindowTemplateDeps {
  readonly sent: Pick<SentMessages, "send">;
  readonly config: Pick<WhatsAppConfig, "template">;
  readonly log: Pick<Log, "warn">;
}

/** Sends the configured template to somebody who is silent since then; once for each silence. */
export async function sendWindowTemplate(
  { to, since }: { readonly to: string; readonly since: number },
  { sent, config, log }: SendWindowTemplateDeps,
  signal: AbortSignal,
): Promise<void> {
  const { template } = config;
  if (!template) return;
  const content = async () => ({ type: "template", ...template }) as const;
  const key = `template:${to}:${since}`;
  const asked = await attempt(sent.send({ key, to, content, signal }));
  if (asked?.status === "rejected" && !signal.aborted)
    log.warn("failed to send template", { externalId: to, error: asked.reason });
}
