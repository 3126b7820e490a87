import { configSchema } from "../../packages/agent/src/app/config-schema.ts";
import { isRecord } from "../../packages/agent/src/kernel/text/json.ts";
import {
  type ConfigPath,
  configJsonSchema,
  configPaths,
  describeValues,
  entryPaths,
} from "../../packages/agent/src/platform/config-paths.ts";
import { escapeCell, NOTICE } from "./markdown.ts";

/** Returns the page that lists every setting. */
export function configReference(): string {
  const sections = Map.groupBy(configPaths(configSchema), ({ path }) => path.split(".")[0] ?? "");
  const texts = [...sections.entries()].map(
    ([name, settings]) => `## ${name}\n\n${descriptionOf(name)}\n\n${table(settings)}\n`,
  );
  return `# Settings\n\n${NOTICE}\n\n${INTRODUCTION}\n\n${texts.join("\n")}`;
}

/** Returns the schema of the config file as JSON, for editors. */
export function configSchemaFile(): string {
  return JSON.stringify(configJsonSchema(configSchema), undefined, 2);
}

const INTRODUCTION = `Settings are read from \`config.yaml\` in Reeve's home (\`~/.reeve\`, or \`REEVE_HOME\`), then from the
environment, then from \`--set key=value\` on the command line. The last one wins. \`reeve config
list\` shows the effective values and their sources.

\`reeve config schema\` prints the JSON Schema that is also in [config.schema.json](config.schema.json).
To have your editor check the file against the schema, point to it in the first line:

\`\`\`yaml
# yaml-language-server: $schema=config.schema.json
\`\`\``;

function table(settings: readonly ConfigPath[]): string {
  const rows = settings.flatMap((setting) => {
    const own = toRow(setting, `\`${setting.variable}\``);
    return [own, ...entryPaths(setting).map((entry) => toRow(entry, ""))];
  });
  return [
    "| setting | default | values | | variable |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function toRow(setting: ConfigPath, variable: string): string {
  const fallback = setting.default === undefined ? "" : `\`${JSON.stringify(setting.default)}\``;
  const values = setting.isSecret
    ? `${describeValues(setting)}, sensitive`
    : describeValues(setting);
  const cells = [`\`${setting.path}\``, fallback, values, setting.description, variable];
  return `| ${cells.map(escapeCell).join(" | ")} |`;
}

function descriptionOf(section: string): string {
  const { properties } = configJsonSchema(configSchema);
  const schema = isRecord(properties) ? properties[section] : undefined;
  return isRecord(schema) && typeof schema["description"] === "string" ? schema["description"] : "";
}
