import type { Identity } from "../../store/people.ts";
import type { Store } from "../../store/store.ts";

/** The language that somebody has chosen in their preferences; undefined where they have not. */
export async function findChosenLanguage(
  { read }: Pick<Store, "read">,
  identity: Identity,
): Promise<string | undefined> {
  const person = await read.people.byIdentity(identity);
  if (!person) return undefined;
  const { language } = await read.preferences.of({ tenant: identity.tenant, person: person.id });
  return language;
}
