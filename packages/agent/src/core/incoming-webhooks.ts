import type { IncomingWebhook } from "../store/webhooks/incoming-webhooks.ts";
import type { Chat } from "../store/messages/chats.ts";
import type { Store } from "../store/store.ts";

/** A hook as the channel that is called needs it, with the name of who made it. */
export interface ResolvedWebhook extends IncomingWebhook {
  readonly address: Pick<Chat, "channel" | "externalId" | "kind">;
  readonly maker: string;
}

/** The addresses that other programs call, by name. */
export interface IncomingWebhooks {
  /** Undefined where there is none, or it is off. */
  find(name: string): Promise<ResolvedWebhook | undefined>;
}

/** The channel on which hooks are called; those without a chat of somebody's have a chat of it. */
export const WEBHOOK_CHANNEL = "hook";

export function createIncomingWebhooks(
  { read }: Pick<Store, "read">,
  tenant: string,
): IncomingWebhooks {
  return {
    async find(name) {
      const hook = await read.incomingWebhooks.byName(tenant, name);
      const chat = hook?.state === "on" ? await read.chats.byId(hook.chat) : undefined;
      const person = hook && (await read.people.byId(hook.person));
      if (!hook || !chat || !person) return undefined;
      const { channel, externalId, kind } = chat;
      return { ...hook, address: { channel, externalId, kind }, maker: person.name };
    },
  };
}
