import { z } from "zod";
import { id } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const source = z.enum(["memory", "learned", "session", "fact", "note", "chat"]);

const findings = z
  .object({
    hits: z.array(
      z.object({
        source,
        ref: z.string(),
        text: z.string(),
        author: z.string().optional(),
        at: z.number(),
        integrity: z
          .string()
          .describe("How much the text is trusted: owner, member, stranger, web or tool."),
        audience: z.string(),
        score: z.number(),
      }),
    ),
    waiting: z
      .number()
      .nullable()
      .describe(
        "The number of passages that have no embedding yet; null if the search matched keywords only.",
      ),
  })
  .meta({ id: "MemoryFindings" });

export type MemoryFindings = z.output<typeof findings>;

const status = z
  .object({
    files: z.number(),
    passages: z.record(z.string(), z.number()).describe("The number of passages from each source."),
    models: z.array(
      z.object({
        model: z.string(),
        dims: z.number(),
        state: z.string(),
        waiting: z.number().describe("The number of passages that have no embedding yet."),
      }),
    ),
  })
  .meta({ id: "MemoryStatus" });

export type MemoryStatus = z.output<typeof status>;

const entry = z
  .object({
    id: z.string(),
    path: z.string(),
    text: z.string(),
    integrity: z
      .string()
      .describe("How much the text is trusted: owner, member, stranger, web or tool."),
  })
  .meta({ id: "MemoryEntry" });

export type MemoryEntry = z.output<typeof entry>;

const toUseFiles = { role: "owner", to: "see and confirm entries in memory files" } as const;

/** Everything the agent remembers, and its memory files. */
export const memory = {
  status: defineOperation({
    name: "memory.status",
    summary: "Show how many passages memory contains and how many of them have embeddings.",
    input: z.object({}),
    output: status,
    effect: "read",
    scope: "read",
    needs: { role: "owner", to: "see the memory status" },
    http: "GET /v1/memory/status",
    cli: { verb: "status" },
  }),
  search: defineOperation({
    name: "memory.search",
    summary: "Search memory by keyword and meaning, best matches first.",
    input: z.object({
      query: z.string().regex(/\S/).max(1000).trim().describe("Words to search for."),
      source: source.optional().describe("Only passages from this source."),
      limit: z.int().min(1).max(100).default(10).describe("The maximum number of hits."),
    }),
    output: findings,
    effect: "read",
    scope: "read",
    needs: { role: "owner", to: "search memory" },
    http: "GET /v1/memory/search",
    cli: { verb: "search", words: ["query…"], example: "trip to Porto --limit 5" },
  }),
  unconfirmed: defineOperation({
    name: "memory.unconfirmed",
    summary: "List entries in memory files that did not come from the owner.",
    description: "New sessions do not include these entries until the owner confirms them.",
    input: pageQuery,
    output: pageOf(entry),
    effect: "read",
    scope: "read",
    needs: toUseFiles,
    http: "GET /v1/memory/unconfirmed",
    cli: { verb: "unconfirmed", example: "--limit 10" },
  }),
  confirm: defineOperation({
    name: "memory.confirm",
    summary: "Confirm an entry, so that new sessions include it.",
    input: z.object({ id }),
    output: entry,
    effect: "change",
    undo: "history",
    scope: "admin",
    needs: toUseFiles,
    http: "POST /v1/memory/unconfirmed/{id}/confirm",
    cli: { verb: "confirm", words: ["id"], example: "0123456789abcdef" },
  }),
};
