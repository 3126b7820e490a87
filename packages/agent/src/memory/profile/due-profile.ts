import { toId } from "../../kernel/ids.ts";
import type { ProfileOwner } from "../../store/profiles.ts";
import type { Store } from "../../store/store.ts";

/** So many new facts make a profile due at once, fewer after a day. */
const MANY = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the person whose profile should be written next; undefined when none is due. */
export async function dueProfile(
  { read }: Pick<Store, "read">,
  now: number,
): Promise<ProfileOwner | undefined> {
  const [stale] = await read.profiles.stale();
  if (stale) return stale;
  for (const { tenant, audience, facts, since } of await read.facts.newlyKnown()) {
    const owner = { tenant, person: toId<"person">(audience) };
    const writtenAt = (await read.profiles.of(owner))?.updatedAt ?? since;
    if (facts >= MANY || now - writtenAt >= DAY_MS) return owner;
  }
  return undefined;
}
