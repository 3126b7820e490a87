import { z } from "zod";
import { ACCESS_POLICIES, type AccessPolicy } from "../../kernel/access-policy.ts";

/** Settings that channels have in common. */

/** Settings that say who may use the agent. */
export interface PeopleSettings {
  readonly owners: readonly string[];
  readonly allow: readonly string[];
  readonly direct: AccessPolicy;
  readonly groups?: { readonly policy: AccessPolicy } | undefined;
}

/** Settings for people, whose ids `ids` reads; `named` and `example` describe these. */
export function peopleSettings<Ids extends z.ZodType<readonly string[]>>(
  ids: Ids,
  { named, example }: { readonly named: string; readonly example: string },
) {
  return {
    owners: ids.describe(
      `The owners' ${named}, such as ${example}. A single owner is the same person as at the terminal, with the same notes and memory. Several owners each have separate notes and memory.`,
    ),
    allow: ids.describe(`The ${named} of other people who may use the agent, as members.`),
    pairing: z
      .enum(["on", "off"])
      .default("on")
      .describe(
        "Whether an unknown person who writes to the agent gets a pairing code, which the owner can approve.",
      ),
    direct: z
      .enum(ACCESS_POLICIES)
      .default("allowlist")
      .describe(
        "Who is answered in direct chats. open: everyone; unknown people are guests. allowlist: people to whom the owner has given access. admin-only: the owner and admins. disabled: nobody.",
      ),
  };
}

/** Settings for groups, whose ids `ids` reads. */
export function groupSettings<Ids extends z.ZodType<readonly string[]>>(ids: Ids) {
  return z.object({
    mention: z
      .boolean()
      .default(true)
      .describe(
        "Whether the agent answers in groups only when it is mentioned, replied to or given a command. Other messages are stored as context.",
      ),
    allow: ids.describe("The ids of the groups that the agent answers in. Default: every group."),
    policy: z
      .enum(ACCESS_POLICIES)
      .default("open")
      .describe(
        "Who is answered in groups. open: everyone who is known, in every group or in those of groups.allow. allowlist: the same, but only in groups of groups.allow. admin-only: the owner and admins. disabled: nobody.",
      ),
  });
}

/** Returns whether the settings allow a group. */
export function isGroupAllowed(
  { allow, policy }: { readonly allow: readonly string[]; readonly policy: string },
  group: string,
): boolean {
  return (allow.length === 0 && policy !== "allowlist") || allow.includes(group);
}
