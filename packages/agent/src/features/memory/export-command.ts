import { privacy } from "@reeve/operations/memory/privacy";
import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import type { ChatCommand } from "../../core/commands.ts";
import { exportPerson } from "../../memory/export.ts";
import { exportsOf, removeOldExports } from "../../memory/forgetting.ts";
import { texts } from "../../platform/texts.ts";
import type { Store } from "../../store/store.ts";

export interface ExportCommandDeps {
  readonly store: Store;
  /** The folder of exported files, private to the process's user. */
  readonly folder: string;
}

/** `/export`: sends a person's data as a file of JSON lines. */
export function exportCommand({ store, folder }: ExportCommandDeps): ChatCommand {
  return {
    name: "export",
    usage: "/export",
    access: "anyone",
    scope: privacy.export.scope,
    where: "direct",
    async prepare({ person: { tenant, id: person }, address, message, now, language }) {
      const own = exportsOf(folder, { tenant, person });
      await mkdir(own, { recursive: true, mode: 0o700 });
      await removeOldExports(folder, now);
      // A message that is handled again writes the same file.
      const key = JSON.stringify([address.channel, address.externalId, message]);
      const digest = createHash("sha256").update(key).digest("hex").slice(0, 16);
      const name = `reeve-${new Date(now).toISOString().slice(0, 10)}-${digest}.jsonl`;
      const file = path.join(own, name);
      const lines = await write(file, { tenant, person }, store);
      return async () => [
        {
          type: "file",
          name,
          mediaType: "application/jsonl",
          path: file,
          text: texts(language).privacy.exported({ count: lines }),
        },
      ];
    },
  };
}

async function write(
  target: string,
  person: Parameters<typeof exportPerson>[0],
  store: Store,
): Promise<number> {
  await using file = await open(target, "w", 0o600);
  let count = 0;
  for (let after: number | null = 0; after !== null;) {
    const { rows, next } = await exportPerson(person, store, after);
    await file.appendFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    count += rows.length;
    after = next;
  }
  return count;
}
