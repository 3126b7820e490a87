import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { Log } from "../../platform/log.ts";
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
  /** Key of the signature; null if nobody signed it. */
  signedBy: z.string().nullable().default(null),
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

export function createRecords(folder: string, log: Pick<Log, "error">): Records {
  const fileOf = (name: string) => path.join(folder, `${name}.json`);
  return {
    async all() {
      const names = await readdir(folder).catch(ifMissing);
      const files = names.filter((name) => name.endsWith(".json")).toSorted();
      const texts = await Promise.all(
        files.map((name) => readFile(path.join(folder, name), "utf8")),
      );
      return texts.flatMap((text, index) => {
        const read = record.safeParse(parseJson(text)?.value);
        if (read.success) return [read.data];
        log.error("the approval of a plugin cannot be read", { file: files[index] });
        return [];
      });
    },
    save: (one) => writePrivateFile(fileOf(one.name), `${JSON.stringify(one, null, 2)}\n`),
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}

function ifMissing(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
