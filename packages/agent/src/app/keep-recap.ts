import type { MemoryFiles } from "@reeve/sdk";
import type { CoreParts } from "../core/core.ts";
import type { Principal } from "../kernel/principal.ts";

/** Appends what a session of the owner's direct chats came to, once, to the day's log. */
export function createKeepRecap(
  memory: MemoryFiles,
  owner: Principal,
): NonNullable<CoreParts["keepRecap"]> {
  return async ({ session, place, text }) => {
    if (place.kind !== "direct" || place.uid !== owner.id) return;
    const key = `recap:${session.id}`;
    await memory.append({ target: "daily", section: "Sessions", content: text, key });
  };
}
