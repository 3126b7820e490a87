import { Fault } from "@reeve/sdk";
import type { Outbound } from "../../../core/outbound.ts";
import { refusalOf, type WhatsAppClient } from "../api.ts";
import { texts } from "../../../platform/texts.ts";
import type { WhatsAppConfig } from "../config.ts";
import { showWhile } from "../../kit/show-while.ts";
import { nameChat } from "../name-chat.ts";
import type { ServiceWindow } from "../service-window.ts";
import { sendWindowTemplate } from "./send-window-template.ts";
import type { SentMessages } from "./sent-messages.ts";
import { type ContentDeps, toContents } from "./to-contents.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** WhatsApp shows it for 25 seconds, or until the answer. */
const LEASE_MS = 20_000;

export interface PushDeps extends Omit<ContentDeps, "signal" | "client" | "texts"> {
  readonly client: Pick<WhatsAppClient, "upload" | "markRead">;
  readonly sent: Pick<SentMessages, "send">;
  readonly window: ServiceWindow;
  readonly config: Pick<WhatsAppConfig, "template">;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How replies leave by WhatsApp: whole, for it knows no drafts and no edits. */
export function createPush(deps: PushDeps): Outbound {
  return {
    show: (_address, events, of) =>
      showWhile(events, {
        everyMs: LEASE_MS,
        pause: deps.pause,
        async show(signal) {
          const message = await of?.answers();
          if (message !== undefined) await deps.client.markRead(message, { signal, typing: true });
        },
      }),
    async deliver({ externalId: to }, part, { clientId, signal, language }) {
      const { state, since } = await deps.window.look(to);
      if (state === "closed") {
        await sendWindowTemplate({ to, since }, deps, signal);
        throw windowClosed(to);
      }
      const ids: string[] = [];
      const said = texts(language);
      for (const [index, content] of toContents(part, {
        ...deps,
        texts: said,
        signal,
      }).entries()) {
        const key = `${clientId}:${index}`;
        const sent = await attempt(deps.sent.send({ key, to, content, signal }));
        if (sent?.status === "fulfilled") {
          ids.push(sent.value);
          continue;
        }
        const error: unknown = sent?.reason;
        if (refusalOf(error) !== "window-closed") throw error;
        await deps.window.closed(to, since);
        const isReopened = (await deps.window.look(to)).state === "open";
        // They wrote while it was refused: it is tried again at once.
        if (isReopened) throw new Fault("unavailable", `${nameChat(to)} has just written.`);
        await sendWindowTemplate({ to, since }, deps, signal);
        throw windowClosed(to);
      }
      // A part that shows nothing has no message.
      return ids[0] ?? clientId;
    },
  };
}

function windowClosed(to: string): Fault {
  return new Fault(
    "conflict",
    `${nameChat(to)} has not written for 24 hours, so WhatsApp rejects messages to them.`,
    {
      hint: "The message will be sent when they write. To ask them to write, set channels.whatsapp.template.",
    },
  );
}
