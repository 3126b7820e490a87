import { Fault } from "@reeve/sdk";
import type { Principal } from "../../kernel/principal.ts";
import type { Caller } from "../../operations/control.ts";
import type { Store } from "../../store/store.ts";

/** Finds the person of a name or an id; without one, the caller. Only the owner can find others. */
export async function findPerson(
  text: string | undefined,
  { person: caller }: Caller,
  { read }: Pick<Store, "read">,
): Promise<Principal> {
  if (text === undefined || text === caller.id) return caller;
  if (caller.role !== "owner") throw new Fault("denied", `Only the owner can see ${text}'s data.`);
  const [found, ...others] = await read.people.named(caller.tenant, text);
  if (!found)
    throw new Fault("missing", `No person named ${text}.`, {
      hint: "Use the person's name as it appears in chats, or the person's id.",
    });
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(", ");
  throw new Fault("invalid", `More than one person is named ${text}.`, {
    hint: `Use an id: ${ids}`,
  });
}
