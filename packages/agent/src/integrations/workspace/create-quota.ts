import { Fault } from "@reeve/sdk";
import type { Folder } from "../../platform/folder.ts";
import { sumBytes } from "./summarize.ts";

/** Keeps what a folder holds under a limit. */
export interface Quota {
  /** Throws `exhausted` where there is no room for `extra` more bytes. */
  assertRoom(extra: number): Promise<void>;
  /** Counts bytes that were written. */
  add(extra: number): void;
  /** Measures again before the next write, because something was removed. */
  forget(): void;
}

/** Measures the folder once and counts along; only when that says full, it looks again. */
export function createQuota(folder: Folder, quotaBytes: number): Quota {
  let used: number | undefined;
  const measure = async () => sumBytes(await folder.list("", { recursive: true }));

  return {
    async assertRoom(extra) {
      used ??= await measure();
      if (extra <= 0 || used + extra <= quotaBytes) return;
      used = await measure();
      if (used + extra <= quotaBytes) return;
      throw new Fault(
        "exhausted",
        `The workspace uses ${used} of ${quotaBytes} bytes; ${extra} more exceed the quota.`,
        { hint: "Delete files that are no longer needed, or ask the owner for a larger quota." },
      );
    },
    add(extra) {
      if (used !== undefined) used += extra;
    },
    forget() {
      used = undefined;
    },
  };
}
