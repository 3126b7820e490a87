import { z } from "zod";

const id = z.string().min(1).max(512);
const words = z.string().optional().catch(undefined);

const file = z.object({
  id,
  mime_type: words,
  caption: words,
  filename: words,
  voice: z.boolean().optional().catch(undefined),
});

const reply = z.object({ id: z.string(), title: z.string() });

const contact = z.object({
  name: z.object({ formatted_name: z.string() }).optional(),
  phones: z.array(z.object({ phone: words, wa_id: words })).optional(),
});

const problem = z.object({
  code: z.number(),
  title: words,
  message: words,
  error_data: z.object({ details: words }).optional().catch(undefined),
});

/** An invalid part counts as missing; the message is still accepted. */
function part<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

const number = z.string().regex(/^\d{1,20}$/);
/**
 * Meta's id of a person for this business, such as `US.13491208655302741918`; it does not depend on
 * the number.
 */
const user = z.string().regex(/^[A-Z]{2}(?:\.[A-Za-z0-9]{1,128}){1,2}$/);

const message = z
  .object({
    id,
    from: part(number),
    from_user_id: part(user),
    timestamp: z.coerce.number().int().nonnegative(),
    type: z.string(),
    group_id: words,
    context: part(
      z.object({
        id: words,
        forwarded: z.boolean().optional(),
        frequently_forwarded: z.boolean().optional(),
      }),
    ),
    text: part(z.object({ body: z.string() })),
    image: part(file),
    audio: part(file),
    document: part(file),
    video: part(file),
    sticker: part(file),
    location: part(
      z.object({ latitude: z.number(), longitude: z.number(), name: words, address: words }),
    ),
    contacts: part(z.array(contact)),
    reaction: part(z.object({ message_id: id, emoji: words })),
    interactive: part(
      z.object({ type: z.string(), button_reply: part(reply), list_reply: part(reply) }),
    ),
    button: part(z.object({ text: z.string(), payload: words })),
    order: part(z.object({ text: words, product_items: z.array(z.unknown()) })),
    system: part(z.object({ body: words })),
    errors: part(z.array(problem)),
  })
  .transform(({ from: told, from_user_id: known, ...rest }, context) => {
    const from = told ?? known;
    if (from !== undefined) return { ...rest, from, user: known };
    context.addIssue({ code: "custom", message: "it does not contain a sender" });
    return z.NEVER;
  });

const status = z.object({
  id,
  recipient_id: part(number),
  recipient_user_id: part(user),
  status: z.string(),
  timestamp: part(z.coerce.number().int().nonnegative()),
  biz_opaque_callback_data: words,
  errors: part(z.array(problem)),
});

const person = z.object({
  wa_id: words,
  user_id: words,
  profile: z.object({ name: z.string() }),
});

const told = z.object({ id: words, type: words, status: words });

const change = z.object({
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    contacts: z.array(z.unknown()).default([]),
    messages: z.array(z.unknown()).default([]),
    statuses: z.array(z.unknown()).default([]),
  }),
});

const webhook = z.object({
  entry: z.array(z.object({ changes: z.array(z.unknown()) })).default([]),
});

/**
 * A message as Meta sends it, with at most one content field. `from` is the sender's number; if the
 * sender hides it, `user` is their id at Meta.
 */
export type CloudMessage = z.output<typeof message>;

/** Delivery state of one of our messages. */
export type CloudStatus = z.output<typeof status>;

export interface WebhookPayload {
  /** Messages with the display names of their senders, in any order. */
  readonly messages: readonly {
    readonly message: CloudMessage;
    readonly name: string | undefined;
  }[];
  readonly statuses: readonly CloudStatus[];
  /** Changes that could not be parsed. */
  readonly unread: readonly UnparsedChange[];
}

/** As many facts as possible about a change that does not match Meta's format. */
export interface UnparsedChange {
  readonly what: "message" | "status";
  readonly id: string | undefined;
  /** Type of a message, or state of a status. */
  readonly type: string | undefined;
}

/**
 * Reads the changes of one of our numbers from a webhook. Changes that cannot be parsed are in
 * `unread`.
 */
export function readWebhook(value: unknown, phoneNumberId: string): WebhookPayload {
  const changes = (webhook.safeParse(value).data?.entry ?? [])
    .flatMap((entry) => entry.changes)
    .flatMap((one) => change.safeParse(one).data?.value ?? [])
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
  const messages = changes.flatMap((one) => {
    const people = one.contacts.flatMap((given) => person.safeParse(given).data ?? []);
    const names = new Map(
      people.flatMap(({ wa_id, user_id, profile }) =>
        [wa_id, user_id].flatMap((known) =>
          known === undefined ? [] : [[known, profile.name] as const],
        ),
      ),
    );
    const { read, unread } = sortOut("message", message, one.messages);
    const named = read.map((given) => ({
      message: given,
      name: names.get(given.from) ?? names.get(given.user ?? given.from),
    }));
    return [{ named, unread }];
  });
  const statuses = sortOut(
    "status",
    status,
    changes.flatMap((one) => one.statuses),
  );
  return {
    messages: messages.flatMap((one) => one.named),
    statuses: statuses.read,
    unread: [...messages.flatMap((one) => one.unread), ...statuses.unread],
  };
}

function sortOut<Read>(
  what: UnparsedChange["what"],
  schema: z.ZodType<Read>,
  given: readonly unknown[],
): { readonly read: readonly Read[]; readonly unread: readonly UnparsedChange[] } {
  const tried = given.map((one) => ({ one, read: schema.safeParse(one) }));
  return {
    read: tried.flatMap(({ read }) => read.data ?? []),
    unread: tried
      .filter(({ read }) => !read.success)
      .map(({ one }) => {
        const { id: known, type, status: state } = told.safeParse(one).data ?? {};
        return { what, id: known, type: type ?? state };
      }),
  };
}
