import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Store } from "../../store/store.ts";

const paid = z.object({ channel: z.string(), charge: z.string(), account: z.string() });

/** Returns who paid, and what the channel calls the payment. `missing` for one that the plugin did not get. */
export async function findPayment(
  { read }: Pick<Store, "read">,
  { plugin, payment }: { readonly plugin: string; readonly payment: string },
): Promise<{ readonly channel: string; readonly account: string; readonly charge: string }> {
  const found = await read.pluginEvents.byId(payment);
  if (found?.kind !== "payment" || found.plugin !== plugin)
    throw new Fault("missing", `The plugin ${plugin} has no payment ${payment}.`, {
      hint: "Use the id of a payment.",
    });
  return paid.parse(found.body);
}
