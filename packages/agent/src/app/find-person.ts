import { Fault } from "@reeve/sdk";
import type { Caller } from "../core/control.ts";
import type { Principal } from "../kernel/principal.ts";
import type { Store } from "../store/store.ts";

/** The person who is named, or who asks; others are looked up for the owner only. */
export async function findPerson(
  text: string | undefined,
  { person: asker }: Caller,
  { read }: Pick<Store, "read">,
): Promise<Principal> {
  if (text === undefined || text === asker.id) return asker;
  if (asker.role !== "owner")
    throw new Fault("denied", `Only the owner may see what is known of ${text}.`);
  const [found, ...others] = await read.people.named(asker.tenant, text);
  if (!found)
    throw new Fault("missing", `Nobody is called ${text}.`, {
      hint: "Use the name under which they write, or their id.",
    });
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(", ");
  throw new Fault("invalid", `Several people are called ${text}.`, { hint: `Use an id: ${ids}` });
}
