import type { NewId } from "../../kernel/ids.ts";
import type { Identity } from "../../store/people.ts";

/** Somebody whom a setting names, by the name that they have on a surface. */
export type NamedIdentity = Pick<Identity, "surface" | "externalId">;

const MARK = "config";

/** A new id for a link that a setting makes; `namedByConfig` reads from it whom the setting named. */
export function configLinkId({ surface, externalId }: NamedIdentity, newId: NewId): string {
  return [MARK, surface, externalId, newId()].join(":");
}

/** Whom the setting names that made a link; undefined for a link that people made. */
export function namedByConfig(link: string): NamedIdentity | undefined {
  const [mark, surface, externalId] = link.split(":");
  if (mark !== MARK || surface === undefined || externalId === undefined) return undefined;
  return { surface, externalId };
}

/** What to do, in a sentence, so that settings do not name somebody any more. */
export function takeOutOf({ surface, externalId }: NamedIdentity): string {
  const channel = surface.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return `Take ${externalId} out of channels.${channel}.owners, and start the agent again: reeve agent restart`;
}
