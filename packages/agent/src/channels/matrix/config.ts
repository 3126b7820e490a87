import { z } from "zod";
import { secret } from "../../platform/secret.ts";
import { directSetting, groupSettings, pairingSetting } from "../kit/settings.ts";

/** Name of the channel in addresses. */
export const MATRIX = "matrix";

const userIds = z
  .array(z.string().regex(/^@[^:\s]+:\S+$/, "it must be a user id such as @ann:example.org"))
  .default([]);

const roomIds = z
  .array(z.string().regex(/^!\S+$/, "it must be a room id such as !abc:example.org"))
  .default([]);

/** The `channels.matrix` section of the config. */
export const matrixConfig = z.object({
  homeserver: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe("The URL of the agent's homeserver, such as https://matrix.org."),
  accessToken: secret()
    .optional()
    .meta({ variable: "REEVE_MATRIX_ACCESS_TOKEN" })
    .describe("An access token of the agent's own account on the homeserver."),
  owners: userIds.describe(
    "The owners' user ids, such as @ann:example.org. A single owner is the same person as at the terminal, with the same notes and memory. Several owners each have separate notes and memory.",
  ),
  allow: userIds.describe("The user ids of other people who may use the agent, as members."),
  pairing: pairingSetting,
  direct: directSetting,
  groups: groupSettings(roomIds).prefault({}),
});

export type MatrixConfig = z.output<typeof matrixConfig>;
