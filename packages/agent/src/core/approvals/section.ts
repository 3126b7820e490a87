import { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import type { Store } from "../../store/store.ts";
import { type ControlSection, defineMethod } from "../control.ts";
import type { Inbox } from "../inbox.ts";

/** Open questions, and answers to them. */
export function approvalsSection(store: Store, inbox: Inbox): ControlSection {
  return {
    name: "approvals",
    methods: {
      list: defineMethod({
        summary: "Approvals, open ones first.",
        params: z.object({ limit: z.number().int().min(1).max(500).default(50) }),
        run: ({ limit }) => store.slow.approvals.list(limit),
      }),
      decide: defineMethod({
        summary: "Allow or refuse a waiting call.",
        params: z.object({
          approval: z.string(),
          verdict: z.enum(["allow", "deny"]),
          reason: z.string().max(2000).optional(),
          args: z.unknown().optional(),
          always: z.boolean().optional(),
        }),
        run: async ({ approval, ...answer }, { person }) => ({
          outcome: await inbox.decide({ ...answer, approval: toId(approval), by: person }),
        }),
      }),
    },
  };
}
