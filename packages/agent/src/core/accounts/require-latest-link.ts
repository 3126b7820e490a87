import { Fault } from "@reeve/sdk";
import type { AccountLink } from "../../store/account-links.ts";
import { configuredIdentity, removalHint } from "./config-link.ts";

/**
 * Throws `conflict` where what a link moved may have been moved on: a newer one holds one of its
 * two people, and has to be undone first. `links`: all of the tenant, the newest first.
 */
export function requireLatestLink(id: string, links: readonly AccountLink[]): void {
  const at = links.findIndex((link) => link.id === id);
  const link = links[at];
  if (!link || link.undoneAt !== null) return;
  const newer = links.slice(0, at).find((one) => one.undoneAt === null && holds(one, link));
  if (!newer) return;
  const named = configuredIdentity(newer.id);
  throw new Fault("conflict", `Link ${id} cannot be undone before the newer link ${newer.id}.`, {
    hint: named ? removalHint(named) : `Undo the newer link first: reeve people unlink ${newer.id}`,
  });
}

/** Others that somebody was joined with, too, stay as they are. */
function holds(newer: AccountLink, { person, joined }: AccountLink): boolean {
  return newer.joined === person || newer.joined === joined || newer.person === joined;
}
