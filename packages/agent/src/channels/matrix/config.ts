import { z } from "zod";
import type { Complete } from "../kit/manifest.ts";
import { secret } from "../../platform/secret.ts";
import { groupSettings, peopleSettings } from "../kit/settings.ts";

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
  ...peopleSettings(userIds, { named: "user ids", example: "@ann:example.org" }),
  groups: groupSettings(roomIds).prefault({}),
});

export type MatrixSettings = Complete<z.output<typeof matrixConfig>, "homeserver" | "accessToken">;
