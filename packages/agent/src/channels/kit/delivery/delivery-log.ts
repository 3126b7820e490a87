import { z } from "zod";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import type { ChannelState } from "../channel-state.ts";
import type { DeliveryLog } from "./deliver-pieces.ts";

const record = z.object({
  client: z.string(),
  ids: z.array(z.string()),
  isUnsettled: z.literal(true).optional(),
});

/**
 * Opens the log of a part for platforms without special needs. The parts of a chat are sent one after the
 * other, so one record per chat is enough.
 */
export async function openDeliveryLog(
  state: ChannelState,
  { externalId, clientId: client }: { readonly externalId: string; readonly clientId: string },
): Promise<DeliveryLog<string>> {
  const key = `sending:${externalId}`;
  const known = record.safeParse(parseJson((await state.get(key)) ?? "")?.value).data;
  let now: z.output<typeof record> = known?.client === client ? known : { client, ids: [] };
  const store = async (next: typeof now) => {
    await state.set(key, JSON.stringify(next), { externalId });
    now = next;
  };
  return {
    get ids() {
      return now.ids;
    },
    get isUnsettled() {
      return now.isUnsettled === true;
    },
    async start() {
      await store({ ...now, isUnsettled: true });
      return undefined;
    },
    sent: (id) => store({ client, ids: [...now.ids, id] }),
    async refused() {
      await store({ client, ids: now.ids });
      return undefined;
    },
  };
}
