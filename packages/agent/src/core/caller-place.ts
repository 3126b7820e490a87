import { Fault } from "@reeve/sdk";
import { isAtLeast, type Principal, type Role } from "../kernel/principal.ts";
import type { Place } from "../store/places.ts";
import type { Store } from "../store/store.ts";
import type { Caller } from "./control.ts";

/** The place in which a caller speaks, of their tenant: their own, where others have one of that address. */
export async function callerPlace(
  { channel, chat, person }: Caller,
  { read }: Pick<Store, "read">,
): Promise<Place | undefined> {
  const places = await read.places.byAddress(channel, chat);
  const own = places.filter(({ tenant }) => tenant === person.tenant);
  return own.find(({ uid }) => uid === person.id) ?? own[0];
}

/** A direct chat is changed by whom it is with, every chat by the owner and admins; throws `denied` for others. */
export function refuseToChange(
  { kind, uid }: Pick<Place, "kind" | "uid">,
  { id, role }: Pick<Principal, "id" | "role">,
): void {
  if (isAtLeast(role, "admin") || (kind === "direct" && uid === id)) return;
  throw new Fault("denied", "Only the owner and admins change how this chat is answered.", {
    hint: "In a direct chat everybody changes their own.",
  });
}

/** Whether a person may see what is said in a place: a direct chat is whom it is with, every chat the owner's and admins'. */
export function mayRead(
  place: Place | undefined,
  { id, tenant, role }: Pick<Principal, "id" | "tenant" | "role">,
): place is Place {
  if (place?.tenant !== tenant) return false;
  return isAtLeast(role, "admin") || (place.kind === "direct" && place.uid === id);
}

/** Throws `denied` for whoever is less than `least`; `only` says what they alone do: "stop the agent". */
export function refuseBelow(
  least: Extract<Role, "owner" | "admin">,
  { role }: Pick<Principal, "role">,
  only: string,
): void {
  if (isAtLeast(role, least)) return;
  const who = least === "owner" ? "the owner may" : "the owner and admins may";
  throw new Fault("denied", `Only ${who} ${only}, and ${role} asked.`);
}
