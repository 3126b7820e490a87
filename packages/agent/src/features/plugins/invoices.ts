import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { ChatId } from "../../kernel/ids.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { createPostRecords, postFields, type PostRecordsDeps } from "./post-records.ts";

const stored = z.object({
  ...postFields,
  title: z.string(),
  description: z.string(),
  /** Whole number of Stars, as decimal digits. */
  stars: z.string(),
  /** Text for the plugin. */
  payload: z.string(),
});

/** Invoice that a plugin has sent. */
export type Invoice = Readonly<z.output<typeof stored>>;

export interface InvoicePost {
  readonly chat: ChatId;
  readonly call: string;
  readonly part: Extract<ReplyPart, { type: "invoice" }>;
}

/** Invoices of plugins. An invoice carries an id that the agent makes, and the rest of it stays here. */
export interface Invoices {
  /** Stores an invoice and posts it. `conflict` for another invoice under a known key. */
  send(
    invoice: Omit<Invoice, "expiresAt">,
    post: (invoice: InvoicePost) => Promise<void>,
  ): Promise<void>;
  /** Returns the invoice with a payload; undefined if no plugin has sent it, or it was long ago. */
  find(payload: string): Promise<Invoice | undefined>;
}

const EXPIRY_MS = 29 * 24 * 60 * 60 * 1000;
const PREFIX = "plugin:";

export function createInvoices(deps: PostRecordsDeps): Invoices {
  const { idOf, read, write } = createPostRecords("invoice", stored, deps);
  return {
    async send(invoice, post) {
      const { plugin, chat, key, title, description: text, stars } = invoice;
      const id = await idOf(invoice);
      const before = await read(id);
      if (before && !isSame(before, invoice))
        throw new Fault("conflict", `The plugin has sent another invoice with the key ${key}.`, {
          hint: "Give each invoice a key of its own.",
        });
      if (!before) await write(id, toStored(invoice, deps.clock));
      await post({
        chat,
        call: `plugin-invoice:${plugin}:${chat}:${key}`,
        part: { type: "invoice", title, text, stars, payload: PREFIX + id },
      });
    },
    find: async (payload) =>
      payload.startsWith(PREFIX) ? read(payload.slice(PREFIX.length)) : undefined,
  };
}

function toStored(invoice: Omit<Invoice, "expiresAt">, clock: Clock): Invoice {
  // The record outlives the invoice, so that nothing is paid that nobody knows.
  return { ...invoice, expiresAt: clock.now() + EXPIRY_MS };
}

function isSame(
  { title, description, stars, payload }: Invoice,
  other: Omit<Invoice, "expiresAt">,
): boolean {
  return (
    title === other.title &&
    description === other.description &&
    stars === other.stars &&
    payload === other.payload
  );
}
