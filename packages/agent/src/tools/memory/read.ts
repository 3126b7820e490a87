import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { countMemory } from "../../memory/count-memory.ts";

/** Reads what was remembered, or says what there is. */
export const memoryRead = defineTool({
  name: "memory_read",
  summary:
    "Read what you remembered. persistent: lasting facts. daily: the log for a date, by default today. " +
    "recent: yesterday and today. list: all memory files. stats: the number of lines, days with a log, and notes.",
  effect: "read",
  scope: "dm-only",
  access: "member",
  resultOrigin: "services",
  needs: ["memory", "notes"],
  utterances: [
    "what do you remember about me?",
    "show me your memory",
    "what's in the daily log of Tuesday?",
    "read me the lasting facts you keep",
    "how much have you memorised so far?",
    "Was hast du dir über mich gemerkt?",
    "que retiens-tu de moi ?",
    "¿qué recuerdas de mí?",
    "что ты обо мне помнишь?",
    "你记得我的哪些事？",
  ],
  params: z.object({
    target: z.enum(["persistent", "daily", "recent", "list", "stats"]).describe("What to read."),
    date: z.string().max(10).optional().describe('Date of the daily log, such as "2026-01-31".'),
  }),

  async run({ target, date }, { memory, notes }) {
    if (date !== undefined && target !== "daily") {
      throw new Fault("invalid", `A date cannot be combined with the target ${target}.`, {
        hint: "To read the log for a date, use the target daily.",
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
        return { ...(await countMemory(memory)), notes: await notes.count() };
      default:
        return target satisfies never;
    }
  },
});
