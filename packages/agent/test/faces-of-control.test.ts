import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type OpenApi, openApi } from "./kit/open-api.ts";

const SOURCE = path.join(import.meta.dirname, "..", "src");
const CONTRACTS = path.join(import.meta.dirname, "../../operations/src");

/** Everything that may be asked of a process with an agent in it. */
function methodsOf({ sections }: OpenApi): readonly string[] {
  return sections.flatMap(({ name, methods }) =>
    Object.keys(methods).map((method) => `${name}.${method}`),
  );
}

/** The methods that sources name; where they put the name together, all of its section. */
async function namedIn(folder: string): Promise<(method: string) => boolean> {
  const sources: string[] = [];
  // An operation has all its faces by its type; only what is written by hand can be forgotten.
  for (const cwd of [path.join(SOURCE, folder), CONTRACTS])
    for await (const file of glob("**/*.ts", { cwd }))
      if (!file.endsWith(".test.ts")) sources.push(await readFile(path.join(cwd, file), "utf8"));
  const text = sources.join("\n");
  return (method) => {
    const [section = ""] = method.split(".");
    return text.includes(`"${method}"`) || text.includes(`\`${section}.\${`);
  };
}

test.each([
  ["route", "surfaces/http/routes"],
  ["command", "app/commands"],
] as const)(
  "everything that may be asked of an agent has a %s, or a contract",
  { timeout: 60_000 },
  async (_face, folder) => {
    await using api = await openApi();
    const methods = methodsOf(api);
    const isNamed = await namedIn(folder);
    expect(methods.length).toBeGreaterThan(90);
    expect(methods.filter((method) => !isNamed(method))).toEqual([]);
  },
);
