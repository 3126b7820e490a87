import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Ask } from "../../ask-agent.ts";

const approval = z.looseObject({
  id: z.string(),
  tool: z.string(),
  args: z.unknown(),
  preview: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
});

/** `reeve approvals show <id>`: one question, also one that is over. */
export async function showApproval(
  ask: Ask,
  id: string | undefined,
  form: "json" | "text",
): Promise<string> {
  if (id === undefined)
    throw new Fault("invalid", "Something is missing: reeve approvals show", {
      hint: "Write it like: reeve approvals show <id>",
    });
  const one = approval.parse(await ask("approvals.show", { approval: id }));
  if (form === "json") return `${JSON.stringify(one)}\n`;
  const lines = [
    `${one.id}  ${one.state}${one.reason === null ? "" : `: ${one.reason}`}`,
    `  ${one.preview}`,
    `  ${one.tool} ${JSON.stringify(one.args)}`,
    `  asked ${new Date(one.createdAt).toISOString()}, until ${new Date(one.expiresAt).toISOString()}`,
  ];
  return `${lines.join("\n")}\n`;
}
