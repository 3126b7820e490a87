import { Fault } from "@reeve/sdk";
import type { z } from "zod";
import { findingsView } from "../../../surfaces/http/findings-view.ts";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";
import { readArgs } from "../../read-args.ts";

/** `reeve memory search <query>`: the best first, with where it stands and who stands behind it. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    source: { type: "string" },
    limit: { type: "string" },
  });
  const query = positionals.join(" ").trim();
  if (query === "")
    throw new Fault("invalid", "Nothing to search for.", {
      hint: "Write it like: reeve memory search the trip to Porto",
    });
  const { source } = values;
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  return askAgent(parts, async (ask) => {
    const found = findingsView.parse(await ask("memory.search", { query, source, limit }));
    parts.stdout.write(values.json ? `${JSON.stringify(found)}\n` : toText(found));
    return 0;
  });
}

function toText({ hits, waiting }: z.output<typeof findingsView>): string {
  const lines = hits.map(({ source, ref, text, author, at, integrity }) => {
    const date = new Date(at).toISOString().slice(0, 10);
    const by = author === undefined ? "" : `  ${author}`;
    return `${source}  ${ref}  ${date}  from ${integrity}${by}\n${indent(text)}\n`;
  });
  const found = lines.length === 0 ? "Nothing was found.\n" : lines.join("");
  return `${found}${tellIndex(waiting)}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}

function tellIndex(waiting: number | null): string {
  if (waiting === null) return "Found by words alone.";
  if (waiting === 0) return "All of memory is found by meaning, too.";
  return `The newest ${waiting} texts are found by words alone so far.`;
}
