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

/** What is not as Meta describes it counts as not there: the message is one all the same. */
function part<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

const message = z.object({
  id,
  from: z.string().regex(/^\d{1,20}$/),
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
});

const status = z.object({
  id,
  recipient_id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: words,
  errors: part(z.array(problem)),
});

const person = z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }) });

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

/** A message as Meta tells it; what was said in it is at most one of its parts. */
export type CloudMessage = z.output<typeof message>;

/** How far a message of ours has come. */
export type CloudStatus = z.output<typeof status>;

export interface CloudNews {
  /** With what their senders call themselves; in any order. */
  readonly messages: readonly {
    readonly message: CloudMessage;
    readonly name: string | undefined;
  }[];
  readonly statuses: readonly CloudStatus[];
}

/** What a webhook tells of one of our numbers; what nobody can read of it is left out. */
export function readWebhook(value: unknown, phoneNumberId: string): CloudNews {
  const changes = (webhook.safeParse(value).data?.entry ?? [])
    .flatMap((entry) => entry.changes)
    .flatMap((one) => change.safeParse(one).data?.value ?? [])
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
  const messages = changes.flatMap((one) => {
    const people = one.contacts.flatMap((given) => person.safeParse(given).data ?? []);
    const names = new Map(people.map(({ wa_id, profile }) => [wa_id, profile.name]));
    return one.messages
      .flatMap((given) => message.safeParse(given).data ?? [])
      .map((read) => ({ message: read, name: names.get(read.from) }));
  });
  return {
    messages,
    statuses: changes
      .flatMap((one) => one.statuses)
      .flatMap((given) => status.safeParse(given).data ?? []),
  };
}
