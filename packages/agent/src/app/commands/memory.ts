import { Fault } from "@reeve/sdk";
import type { CommandModule, CommandParts } from "../command.ts";

/** What may follow `reeve memory`; each is a file in `memory/`. */
const verbs: ReadonlyMap<string, () => Promise<CommandModule>> = new Map([
  ["search", () => import("./memory/search.ts")],
  ["status", () => import("./memory/status.ts")],
  ["facts", () => import("./memory/facts.ts")],
  ["unconfirmed", () => import("./memory/unconfirmed.ts")],
  ["confirm", () => import("./memory/confirm.ts")],
  ["explain", () => import("./memory/explain.ts")],
  ["profile", () => import("./memory/profile.ts")],
  ["history", () => import("./memory/history.ts")],
  ["undo", () => import("./memory/undo.ts")],
  ["forget", () => import("./memory/forget.ts")],
  ["forget-me", () => import("./memory/forget-me.ts")],
  ["archive", () => import("./memory/archive.ts")],
  ["export", () => import("./memory/export.ts")],
]);

/** `reeve memory <verb>`: looks into what the agent remembers. */
export async function run(
  [name = "status", ...args]: readonly string[],
  parts: CommandParts,
): Promise<number> {
  const load = verbs.get(name);
  if (!load)
    throw new Fault("invalid", `There is no reeve memory ${name}.`, {
      hint: `There are ${[...verbs.keys()].join(", ")}.`,
    });
  const verb = await load();
  return verb.run(args, parts);
}
