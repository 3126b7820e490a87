import type { Kernel } from "../../store/kernel.ts";
import { existsSync } from "node:fs";
import path from "node:path";
import { backups } from "@reeve/operations/agent/backups";
import { Fault } from "@reeve/sdk";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { Home } from "../../platform/home.ts";

export interface BackupsDeps extends Kernel {
  readonly home: Home;
}

/** Consistent copies of the database, also while the agent runs. */
export function createBackups({ store, home, clock, newId }: BackupsDeps): Implementation {
  const copyTo = async (file: string) => {
    refuseTarget(file);
    await store.backup(file);
    return { file };
  };
  return implement(
    backups,
    {
      create: () => {
        const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, "-");
        return copyTo(path.join(home.backups, `reeve-${stamp}.db`));
      },
      copy: ({ file }) => copyTo(file),
    },
    newId,
  );
}

function refuseTarget(target: string): void {
  if (!path.isAbsolute(target)) throw new Fault("invalid", `${target} is not an absolute path.`);
  if (existsSync(target))
    throw new Fault("conflict", `${target} already exists.`, { hint: "Choose a new file name." });
  const folder = path.dirname(target);
  if (!existsSync(folder))
    throw new Fault("missing", `Folder not found: ${folder}`, { hint: "Create it first." });
}
