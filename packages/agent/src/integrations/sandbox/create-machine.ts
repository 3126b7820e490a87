import { statfs } from "node:fs/promises";
import os from "node:os";
import type { Machine } from "../machine.ts";

/** The machine as the system tells of it, without a process of its own; `folders` are on the disks that are told. */
export function createMachine(folders: readonly string[]): Machine {
  return {
    async status() {
      const disks = await Promise.all(
        folders.map(async (path) => {
          const { bsize, blocks, bavail } = await statfs(path);
          return { path, totalBytes: blocks * bsize, freeBytes: bavail * bsize };
        }),
      );
      return {
        system: `${os.type()} ${os.release()} (${os.arch()})`,
        cpus: os.availableParallelism(),
        load: os.loadavg().map((load) => Math.round(load * 100) / 100),
        uptimeSeconds: Math.round(os.uptime()),
        memory: { totalBytes: os.totalmem(), availableBytes: os.freemem() },
        disks,
      };
    },
  };
}
