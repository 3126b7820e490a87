import type { HeartbeatConfig } from "../core/config.ts";
import type { Heartbeat } from "../core/schedule.ts";
import { parseDecimal } from "../kernel/decimal.ts";
import type { Principal } from "../kernel/principal.ts";
import type { Folder } from "../platform/folder.ts";
import { readPromptFile } from "./read-prompt-file.ts";

const FILE = "HEARTBEAT.md";

export interface HeartbeatDeps {
  readonly folder: Folder;
  readonly owner: Principal;
  /** Whether a file of this digest was not written from what others said. */
  readonly isOwn: (digest: string) => Promise<boolean>;
}

/** The heartbeat as the config wants it; undefined where it is off. */
export function chooseHeartbeat(
  { enabled, everyMinutes, dollarsPerDay }: HeartbeatConfig,
  { folder, owner, isOwn }: HeartbeatDeps,
): Heartbeat | undefined {
  if (!enabled) return undefined;
  return {
    everyMs: everyMinutes * 60_000,
    owner: owner.id,
    tenant: owner.tenant,
    nanoPerDay: parseDecimal(dollarsPerDay, 9),
    async read() {
      const digest = await folder.digest(FILE);
      if (digest === undefined || !(await isOwn(digest))) return undefined;
      return readPromptFile(folder, FILE);
    },
  };
}
