import path from "node:path";
import { pathToFileURL } from "node:url";
import * as sdk from "@reeve/sdk/plugin";
import { openData } from "@reeve/sdk/plugin-data";
import { provideKit } from "./process/provide-kit.ts";
import { openRpc } from "./process/rpc.ts";
import { readPlugin } from "./process/read-plugin.ts";
import { createRuns } from "./process/runs.ts";

/**
 * Program in which one plugin runs: gets the plugin's main file and the folder of its data, reads lines of
 * `protocol.ts` from its input and writes them to its output.
 */
const [main = "", data = ""] = process.argv.slice(2);

provideKit({ "@reeve/sdk/plugin": sdk });

const rpc = openRpc();
await rpc.serve(async ({ config, secrets, isDescribed }) => {
  const found: unknown = await import(pathToFileURL(path.resolve(main)).href);
  const plugin = readPlugin(found);
  if (isDescribed) return { description: plugin.description, runs: undefined };
  const services = Object.freeze({
    ...rpc.services(plugin.readConfig(config), secrets),
    ...openData(path.join(data, "plugin.db"), { ...plugin, now: Date.now }),
  });
  return { description: plugin.description, runs: await createRuns(plugin, services) };
});
