import { z } from "zod";
import { ROLES } from "../../kernel/principal.ts";

/** Somebody whom the agent knows, as `people.list` of control answers. */
export const personView = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  identities: z.array(z.object({ surface: z.string(), externalId: z.string() })),
});

/** All that `people.show` tells of somebody. */
export const shownPersonView = personView.extend({
  places: z.array(
    z.object({
      surface: z.string(),
      chat: z.string(),
      kind: z.enum(["direct", "group", "channel"]),
    }),
  ),
  links: z.array(
    z.object({
      id: z.string(),
      person: z.string(),
      joined: z.string(),
      at: z.number(),
      undoneAt: z.number().nullable(),
    }),
  ),
});
