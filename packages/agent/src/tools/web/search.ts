import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Searches the web with the engine that the owner chose. */
export const webSearch = defineTool({
  name: "web_search",
  summary:
    "Search the web for what is new or not known: pages with title, address and snippet, sometimes " +
    "a short answer. Read what matters with web_fetch before you rely on it.",
  effect: "read",
  scope: "always",
  access: "member",
  needs: ["webSearch"],
  params: z.object({
    query: z.string().trim().min(1).max(400).describe("What to look for, in a few words."),
    count: z.number().int().min(1).max(20).default(5).describe("How many pages at most."),
    topic: z
      .enum(["general", "news", "finance"])
      .default("general")
      .describe("Where to look, as far as the search engine tells them apart."),
  }),

  run: ({ query, count, topic }, { webSearch: engine, signal }) =>
    engine.search(query, { count, topic, signal }),
});
