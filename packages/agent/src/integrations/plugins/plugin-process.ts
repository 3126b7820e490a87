import path from "node:path";
import { pathToFileURL } from "node:url";
import { registerHooks } from "node:module";
import * as sdk from "@reeve/sdk/plugin";
import { openData } from "./process/open-data.ts";
import { openRpc } from "./process/rpc.ts";
import { readPlugin } from "./process/read-plugin.ts";
import { createRuns } from "./process/runs.ts";

/**
 * Program in which one plugin runs: gets the plugin's main file and the folder of its data, reads lines of
 * `protocol.ts` from its input and writes them to its output.
 */
const [main = "", data = ""] = process.argv.slice(2);

// A plugin finds the kit without having installed it.
const KIT = "reeve:plugin-kit";
Object.defineProperty(globalThis, Symbol.for(KIT), { value: sdk });
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@reeve/sdk/plugin"
      ? { url: KIT, format: "module", shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === KIT
      ? { format: "module", shortCircuit: true, source: kitSource() }
      : next(url, context),
});

const rpc = openRpc();
await rpc.serve(async ({ config, secrets, isDescribed }) => {
  const found: unknown = await import(pathToFileURL(path.resolve(main)).href);
  const plugin = readPlugin(found);
  if (isDescribed) return { description: plugin.description, runs: undefined };
  const services = Object.freeze({
    ...rpc.services(plugin.readConfig(config), secrets),
    ...openData(path.join(data, "plugin.db"), plugin.migrations),
  });
  return { description: plugin.description, runs: await createRuns(plugin, services) };
});

function kitSource(): string {
  const names = Object.keys(sdk).map((name) => `export const ${name} = kit.${name};`);
  return [`const kit = globalThis[Symbol.for(${JSON.stringify(KIT)})];`, ...names].join("\n");
}
