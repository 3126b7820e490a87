import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Ask } from "../../ask-agent.ts";

const grants = z.array(
  z.object({
    id: z.string(),
    tool: z.string(),
    surface: z.string(),
    chat: z.string(),
    argsHash: z.string().nullable(),
    pattern: z.record(z.string(), z.string()).optional(),
    cap: z.object({ argument: z.string(), perDay: z.string() }).optional(),
    until: z.number().nullable(),
  }),
);

/** `reeve approvals grants`: what runs without a question; `revoke <id>` takes one back. */
export async function runGrants(
  ask: Ask,
  [verb, id]: readonly string[],
  form: "json" | "text",
): Promise<string> {
  if (verb === "revoke" && id !== undefined) {
    const revoked = await ask("approvals.revoke", { grant: id });
    return form === "json" ? `${JSON.stringify(revoked)}\n` : "Taken back: it is asked again.\n";
  }
  if (verb !== undefined)
    throw new Fault("invalid", `Unknown: reeve approvals grants ${verb}`, {
      hint: "Write it like: reeve approvals grants revoke <id>",
    });
  const all = grants.parse(await ask("approvals.grants", {}));
  if (form === "json") return `${JSON.stringify(all)}\n`;
  return all.length === 0 ? "Nothing was allowed for good.\n" : all.map(toLines).join("");
}

function toLines({
  id,
  tool,
  surface,
  chat,
  argsHash,
  pattern = {},
  cap,
  until,
}: z.output<typeof grants>[number]): string {
  const terms = [
    ...(argsHash === null ? [] : ["with the same arguments"]),
    ...Object.entries(pattern).map(([argument, glob]) => `${argument} is ${glob}`),
    ...(cap ? [`up to ${cap.perDay} of ${cap.argument} within 24 hours`] : []),
    ...(until === null ? [] : [`until ${new Date(until).toISOString()}`]),
  ];
  return `${id}\n  ${tool} in ${surface}/${chat}${terms.map((term) => `, ${term}`).join("")}\n`;
}
