import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type OpenApi, openApi } from "./kit/open-api.ts";

const SOURCE = path.join(import.meta.dirname, "..", "src");
const CONTRACTS = path.join(import.meta.dirname, "../../operations/src");

/** What a face leaves out, and why. */
const NO_ROUTE: Readonly<Record<string, string>> = {
  "process.end": "what it ends could not be begun again from afar",
  "schedule.due": "the scheduler asks it, and nobody else",
};
const NO_COMMAND: Readonly<Record<string, string>> = {
  "config.list": "`reeve config` reads the file itself, also where no agent can be opened",
  "config.get": "`reeve config` reads the file itself, also where no agent can be opened",
  "config.set": "`reeve config` writes the file itself, also where no agent can be opened",
  "config.unset": "`reeve config` writes the file itself, also where no agent can be opened",
  "setup.show": "`reeve setup` looks around by itself, also where no agent can be opened",
  "setup.models": "`reeve setup` looks around by itself, also where no agent can be opened",
  "setup.try": "`reeve setup` tries the model by itself, also where no agent can be opened",
  "setup.apply": "`reeve setup` writes the file itself, also where no agent can be opened",
};

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
  ["route", "surfaces/http/routes", NO_ROUTE],
  ["command", "app/commands", NO_COMMAND],
] as const)(
  "everything that may be asked of an agent has a %s, or a reason to have none",
  { timeout: 60_000 },
  async (_face, folder, left) => {
    await using api = await openApi();
    const methods = methodsOf(api);
    const isNamed = await namedIn(folder);
    expect(methods.length).toBeGreaterThan(90);
    expect(methods.filter((method) => !isNamed(method)).toSorted()).toEqual(
      Object.keys(left).toSorted(),
    );
  },
);
