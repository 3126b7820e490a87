import type { NewId } from "../../kernel/ids.ts";
import type { Identity } from "../../store/people/people.ts";

/** Somebody whom a setting names, by the name that they have on a channel. */
export type NamedIdentity = Pick<Identity, "channel" | "externalId">;

const MARK = "config";

/** A new id for a link that a setting makes; `configuredIdentity` reads from it whom the setting named. */
export function configLinkId({ channel, externalId }: NamedIdentity, newId: NewId): string {
  return [MARK, channel, externalId, newId()].join(":");
}

/** Returns the identity of the setting that made a link; undefined for a link that people made. */
export function configuredIdentity(link: string): NamedIdentity | undefined {
  // Ids on a channel may contain colons.
  const [, mark, channel, externalId] = /^([^:]*):([^:]*):(.*):[^:]*$/.exec(link) ?? [];
  if (mark !== MARK || channel === undefined || externalId === undefined) return undefined;
  return { channel, externalId };
}

/** Returns the hint that says how to stop settings from naming a person. */
export function removalHint({ channel, externalId }: NamedIdentity): string {
  const section = channel.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return `Remove ${externalId} from channels.${section}.owners, then restart the agent: reeve agent restart`;
}
