import { Fault } from "@reeve/sdk";
import type { AgentsConfig } from "../../core/config.ts";
import type { Folder } from "../../platform/folder.ts";
import { withSettingName } from "./with-setting-name.ts";

/** One word with one of these endings names a file; anything else is the text itself. */
const FILE = /^\S+\.(?:md|txt)$/;

/**
 * The files of the workspace in which agents' souls stand, by the agent's name.
 * One that is not there is `missing`.
 */
export async function findSoulFiles(
  config: AgentsConfig,
  folder: Pick<Folder, "stat" | "resolve">,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [name, { soul = "" }] of Object.entries(config)) {
    if (!FILE.test(soul)) continue;
    files.set(name, await find(soul, folder).catch(withSettingName(`agents.${name}.soul`)));
  }
  return files;
}

async function find(path: string, folder: Pick<Folder, "stat" | "resolve">): Promise<string> {
  const entry = await folder.stat(path);
  if (entry?.kind === "file") return folder.resolve(path);
  throw new Fault("missing", `File not found in the workspace: ${path}`, {
    hint: "Create it, or write the text itself.",
  });
}
