import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { isRecord } from "../../packages/agent/src/kernel/text/json.ts";
import {
  type ArgumentRole,
  argumentsOf,
  parseMessage,
} from "../../packages/icu-subset/src/message.ts";

/** Returns the source of `platform/texts.gen.ts`: the types of the texts in a folder such as `locales/en`. */
export async function textsSource(folder: string): Promise<string> {
  const files = await Array.fromAsync(glob("*.json", { cwd: folder }));
  const subjects = files.map((file) => path.basename(file, ".json")).toSorted();
  const fields = subjects.map(async (subject) => {
    const file = path.join(folder, `${subject}.json`);
    return `readonly ${subject}: ${typeOf(JSON.parse(await readFile(file, "utf8")))};`;
  });
  return [
    "// Written by scripts/gen.ts.",
    'import type { Message } from "icu-subset";',
    "",
    "/** The files of each language in `locales/`. */",
    `export const SUBJECTS = ${JSON.stringify(subjects)} as const;`,
    "",
    "/** What is said to people, by subject. */",
    `export interface Texts { ${(await Promise.all(fields)).join(" ")} }`,
    "",
  ].join("\n");
}

function typeOf(value: unknown): string {
  if (typeof value === "string") return typeOfMessage(value);
  if (!isRecord(value)) throw new Error(`A text is no string: ${String(value)}`);
  const fields = Object.entries(value).map(
    ([key, inner]) => `readonly ${JSON.stringify(key)}: ${typeOf(inner)};`,
  );
  return `{ ${fields.join(" ")} }`;
}

function typeOfMessage(text: string): string {
  const args = [...argumentsOf(parseMessage(text))];
  if (args.length === 0) return "string";
  const named = (wanted: ArgumentRole) =>
    args.flatMap(([name, role]) => (role === wanted ? [JSON.stringify(name)] : []));
  const unions = [named("argument"), named("plural"), named("select")].map(
    (names) => names.join(" | ") || "never",
  );
  while (unions.length > 1 && unions.at(-1) === "never") unions.pop();
  return `Message<${unions.join(", ")}>`;
}
