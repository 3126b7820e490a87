import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writePrivateFile } from "../../platform/write-private-file.ts";
import { pluginName, pluginPowers } from "../plugins.ts";
import { pluginDescription } from "./protocol.ts";

const record = z.object({
  name: pluginName,
  version: z.string(),
  /** SHA-256 of the approved files. */
  digest: z.string(),
  /** Folder of its author, from which it is loaded; null for a copy. */
  link: z.string().nullable(),
  powers: pluginPowers,
  description: pluginDescription,
});

/** Approval of a plugin: who installs it approves these files with these powers. */
export type PluginRecord = z.output<typeof record>;

/** Approvals by the names of plugins. */
export interface Records {
  all(): Promise<readonly PluginRecord[]>;
  save(one: PluginRecord): Promise<void>;
  remove(name: string): Promise<void>;
}

export function createRecords(folder: string): Records {
  const fileOf = (name: string) => path.join(folder, `${name}.json`);
  return {
    async all() {
      const names = await readdir(folder).catch(ifMissing);
      const files = names.filter((name) => name.endsWith(".json")).toSorted();
      return Promise.all(
        files.map(async (name) =>
          record.parse(JSON.parse(await readFile(path.join(folder, name), "utf8"))),
        ),
      );
    },
    save: (one) => writePrivateFile(fileOf(one.name), `${JSON.stringify(one, null, 2)}\n`),
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}

function ifMissing(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
