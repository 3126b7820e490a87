import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type Ask, askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

const approvals = z.array(
  z.object({
    id: z.string(),
    tool: z.string(),
    args: z.unknown(),
    preview: z.string(),
    state: z.string(),
    expiresAt: z.number(),
  }),
);

/** `reeve approvals`: lists what waits for a decision, or decides: `allow <id>`, `deny <id> [reason]`. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, always: { type: "boolean" } },
  });
  const [verb, id, ...reason] = positionals;
  return askAgent(parts, async (ask, { isRunning }) => {
    if (verb === undefined) {
      parts.stdout.write(await list(ask, values.json ? "json" : "text"));
      return 0;
    }
    if ((verb !== "allow" && verb !== "deny") || id === undefined)
      throw new Fault("invalid", `Not a decision: ${positionals.join(" ")}`, {
        hint: "Write it like: reeve approvals allow <id>",
      });
    const decision = { approval: id, verdict: verb, always: values.always };
    const said = reason.length > 0 ? { ...decision, reason: reason.join(" ") } : decision;
    const { outcome } = z
      .object({ outcome: z.string() })
      .parse(await ask("approvals.decide", said));
    if (outcome !== "recorded") {
      parts.stdout.write("This was decided already, or has expired.\n");
      return 1;
    }
    parts.stdout.write(
      isRunning ? "Noted.\n" : "Noted. The agent goes on when it runs: reeve start\n",
    );
    return 0;
  });
}

async function list(ask: Ask, form: "json" | "text"): Promise<string> {
  const all = approvals.parse(await ask("approvals.list", {}));
  const open = all.filter(({ state }) => state === "pending");
  if (form === "json") return `${JSON.stringify(open)}\n`;
  if (open.length === 0) return "Nothing waits for a decision.\n";
  return open
    .map(
      ({ id, tool, args, preview, expiresAt }) =>
        `${id}\n  ${preview}\n  ${tool} ${JSON.stringify(args)}\n  until ${new Date(expiresAt).toISOString()}\n`,
    )
    .join("");
}
