import { defineTool, Fault, type MemoryFiles } from "@reeve/sdk";
import { z } from "zod";

/** Reads what was remembered, or says what there is. */
export const memoryRead = defineTool({
  name: "memory_read",
  summary:
    "Read what you remembered. persistent: lasting facts. daily: the log of a date, default today. " +
    "recent: yesterday and today. list: all memory files. stats: how much there is.",
  effect: "read",
  scope: "dm-only",
  access: "member",
  needs: ["memory"],
  params: z.object({
    target: z.enum(["persistent", "daily", "recent", "list", "stats"]).describe("What to read."),
    date: z.string().max(10).optional().describe('Day of the daily log: "2026-01-31".'),
  }),

  async run({ target, date }, { memory }) {
    if (date !== undefined && target !== "daily") {
      throw new Fault("invalid", `A date does not go with target ${target}.`, {
        hint: "Use target daily for the log of a date.",
      });
    }
    switch (target) {
      case "persistent":
        return { text: await memory.readPersistent() };
      case "daily":
        return memory.readDaily(date);
      case "recent":
        return { logs: await memory.readRecent() };
      case "list":
        return { files: await memory.list() };
      case "stats":
        return countFiles(memory);
      default:
        return target satisfies never;
    }
  },
});

async function countFiles(memory: MemoryFiles): Promise<{ files: number; bytes: number }> {
  const files = await memory.list();
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
