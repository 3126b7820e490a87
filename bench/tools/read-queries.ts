import { readFile } from "node:fs/promises";
import { z } from "zod";

const query = z.object({
  query: z.string().min(1),
  /** The tools that it needs; none for small talk. */
  tools: z.array(z.string()),
  /** Tools that would do as well as the first. */
  also: z.array(z.string()).default([]),
  lang: z.string(),
  kind: z.enum(["single", "multi", "none"]),
});

/** A message and the tools that it needs. */
export type LabelledQuery = z.output<typeof query>;

const metatool = z.object({
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  queries: z.array(z.object({ query: z.string().min(1), tool: z.string() })),
});

/** Reads JSON lines, a query each. */
export async function readQueries(file: string): Promise<readonly LabelledQuery[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => query.parse(JSON.parse(line)));
}

/** Reads tools and queries of MetaTool. */
export async function readMetatool(file: string): Promise<z.output<typeof metatool>> {
  return metatool.parse(JSON.parse(await readFile(file, "utf8")));
}
