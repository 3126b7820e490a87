import { copyFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import type { Home } from "../../platform/home.ts";
import { lockHome } from "../../store/sqlite/lock-home.ts";
import { findDamage } from "../../store/sqlite/open.ts";
import type { CommandContext } from "../cli/command.ts";
import { openHome } from "../open-home.ts";

/**
 * `reeve restore <file>`: puts a backup in the place of the database. The agent
 * must not run; the database that was there is kept beside the backups.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [file] = positionals;
  if (file === undefined)
    throw new Fault("invalid", "Missing backup file.", { hint: "Usage: reeve restore <file>" });
  using opened = await openHome(context);
  const { home } = opened;
  using lock = lockHome(home.lock);
  if (!lock)
    throw new Fault("conflict", "The agent is running.", { hint: "Stop it with: reeve stop" });

  const source = path.resolve(file);
  await refuseUnusable(source);
  const incoming = `${home.database}.restored`;
  await copyFile(source, incoming);
  const kept = await setAside(home);
  await rename(incoming, home.database);
  context.stdout.write(
    `Restored ${source}.${kept ? ` The previous database was saved as ${kept}.` : ""}\n`,
  );
  return 0;
}

async function refuseUnusable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new Fault("missing", `File not found: ${file}`, {
      hint: "Choose a file created by: reeve backup",
    });
  const damage = await findDamage(file).catch((error: unknown) => [String(error)]);
  if (damage.length > 0)
    throw new Fault("invalid", `${file} cannot be restored: ${damage[0]}`, {
      hint: "Use another backup.",
    });
}

/** Moves the present database away, with what belongs to it; answers with where it went. */
async function setAside({ database, backups }: Home): Promise<string | undefined> {
  const present = await stat(database).catch(() => undefined);
  if (!present) return undefined;
  const kept = path.join(backups, `replaced-${present.mtimeMs.toFixed()}.db`);
  await rename(database, kept);
  for (const suffix of ["-wal", "-shm"]) {
    const sidecar = await stat(database + suffix).catch(() => undefined);
    if (sidecar) await rename(database + suffix, kept + suffix);
  }
  await rm(`${database}-shm`, { force: true });
  return kept;
}
