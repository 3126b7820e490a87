import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Searches the web with the engine that the owner chose. */
export const webSearch = defineTool({
  name: "web_search",
  summary:
    "Search the web for anything new or not known. Returns pages with title, address (URL) " +
    "and snippet, and sometimes a short answer. Read what matters with web_fetch before " +
    "you rely on it.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "member",
  resultOrigin: "services",
  needs: ["webSearch"],
  utterances: [
    "google the opening hours of the Prado",
    "look up who won the match yesterday",
    "search the internet for a quiet dishwasher",
    "what's the latest on the rail strike?",
    "find reviews of that hotel online",
    "Such im Internet nach einer Anleitung",
    "cherche sur internet une recette de tajine",
    "busca en internet quién dirige esa película",
    "найди в интернете расписание автобусов",
    "上网查一下这款手机的评价",
    "pesquise na internet o preço da passagem",
    "poszukaj w sieci opinii o tym aucie",
  ],
  params: z.object({
    query: z.string().trim().min(1).max(400).describe("What to search for, in a few words."),
    count: z.number().int().min(1).max(20).default(5).describe("Maximum number of pages."),
    topic: z
      .enum(["general", "news", "finance"])
      .default("general")
      .describe("Kind of pages to search, if the search engine supports it."),
  }),

  run: ({ query, count, topic }, { webSearch: engine, signal }) =>
    engine.search(query, { count, topic, signal }),
});
