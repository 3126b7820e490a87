import type { ModelList } from "./read-models.ts";

/** Returns the source of `llm/models.gen.ts`. */
export function modelsSource({ notice, models }: ModelList): string {
  const groups = Object.entries(models)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([provider, rows]) => {
      const lines = rows.map((row) => JSON.stringify(row));
      return `${JSON.stringify(provider)}: [${lines.join(",\n")}],`;
    });
  return [
    "// Written by scripts/gen.ts out of scripts/gen/models.tsv.",
    ...notice.slice(0, 3).map((line) => `// ${line}`),
    'import type { ModelRow } from "./catalog.ts";',
    "",
    "/** The models of each provider. */",
    "export const MODELS: Readonly<Record<string, readonly ModelRow[]>> = {",
    ...groups,
    "};",
    "",
  ].join("\n");
}
