import type { Principal } from "../kernel/principal.ts";
import type { Repositories } from "../store/store.ts";

export interface Zoned {
  /** Time zone of people who have set none. */
  readonly timeZone: string;
}

/** Returns the time zone in which a person sees times. */
export async function zoneOf(
  { preferences }: Pick<Repositories, "preferences">,
  { tenant, id: person }: Principal,
  { timeZone }: Zoned,
): Promise<string> {
  return (await preferences.of({ tenant, person })).timeZone ?? timeZone;
}
