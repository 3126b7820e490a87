import path from "node:path";
import { parseArgs } from "node:util";
import { CONNECTIONS } from "../packages/agent/src/tools/unavailable-tool.ts";
import { nouns } from "../packages/operations/src/nouns.ts";
import {
  awaitedSource,
  awaitedToolsSource,
  catalogSource,
  connectedSource,
} from "./gen/catalog-source.ts";
import { channelsSource } from "./gen/channels-source.ts";
import { findTools } from "./gen/find-tools.ts";
import { measureLines } from "./gen/measure-lines.ts";
import { modelsReference } from "./gen/models-reference.ts";
import { modelsSource } from "./gen/models-source.ts";
import { readModels } from "./gen/read-models.ts";
import { settleFile } from "./gen/settle-file.ts";
import { settleToolVectors } from "./gen/tool-vectors.ts";
import { textsSource } from "./gen/texts-source.ts";
import { operationsReference } from "./gen/operations-reference.ts";
import { toolsReference } from "./gen/tools-reference.ts";

/**
 * Writes what is derived from the sources: the catalogs of tools and models and
 * the reference. `--check` writes nothing and fails when something is stale.
 * Then prints how long our files and functions are.
 */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const root = path.resolve(import.meta.dirname, "..");
const tools = await findTools(path.join(root, "packages/agent/src"));
const models = await readModels(path.join(import.meta.dirname, "gen/models.tsv"));

const mode = values.check ? "check" : "write";
// The settings of all channels are part of the config, so they come first.
const CHANNELS = "packages/agent/src/app/channels.gen.ts";
const channels = await settleFile(path.join(root, CHANNELS), await channelsSource(root), mode);
const { configReference, configSchemaFile } = await import("./gen/config-reference.ts");
const { commands } = await import("../packages/agent/src/app/cli/commands.ts");

const lines = await Promise.all(commands.flatMap(({ line }) => (line ? [line()] : [])));

const generated = {
  "packages/agent/src/app/catalog.gen.ts": catalogSource(tools),
  "packages/agent/src/app/awaited.gen.ts": awaitedSource(tools),
  "packages/agent/src/app/awaited-tools.gen.ts": awaitedToolsSource(tools),
  ...Object.fromEntries(
    CONNECTIONS.map((service) => [
      `packages/agent/src/app/${service}-tools.gen.ts`,
      connectedSource(tools, service),
    ]),
  ),
  "packages/agent/src/llm/models.gen.ts": modelsSource(models),
  "packages/agent/src/platform/texts.gen.ts": await textsSource(path.join(root, "locales/en")),
  "docs/reference/models.md": await modelsReference(models.notice),
  "docs/reference/tools.md": toolsReference(tools),
  "docs/reference/operations.md": operationsReference(nouns, lines),
  "docs/reference/config.md": configReference(),
  "docs/reference/config.schema.json": configSchemaFile(),
};
const settled = [
  [CHANNELS, Promise.resolve(channels)] as const,
  ...Object.entries(generated).map(
    ([file, text]) => [file, settleFile(path.join(root, file), text, mode)] as const,
  ),
  ["the vectors of tools", settleToolVectors(tools, mode)] as const,
];
for (const [file, settling] of settled) {
  const state = await settling;
  if (state === "stale") process.exitCode = 1;
  if (state !== "fresh")
    process.stdout.write(`${file} ${state === "stale" ? "is stale: npm run gen" : "is written"}\n`);
}

for (const { what, count, median, p90 } of await measureLines(root))
  process.stdout.write(`${what}: ${count}, median ${median} lines, p90 ${p90}\n`);
