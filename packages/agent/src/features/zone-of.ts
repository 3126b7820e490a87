import type { Principal } from "../kernel/principal.ts";
import type { Repositories } from "../store/store.ts";

export interface Zoned {
  /** Of people who named none. */
  readonly timeZone: string;
}

/** By which clock a person is told the time. */
export async function zoneOf(
  { preferences }: Pick<Repositories, "preferences">,
  { tenant, id: person }: Principal,
  { timeZone }: Zoned,
): Promise<string> {
  return (await preferences.of({ tenant, person })).timeZone ?? timeZone;
}
