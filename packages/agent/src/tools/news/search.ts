import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { FEEDS, limit } from "./params.ts";

/** Searches the items that the feeds brought, old ones too. */
export const newsSearch = declareTool({
  name: "news_search",
  summary:
    "Search the stored news items from the subscribed feeds, including old articles, for a " +
    "subject, person or event. For the latest news on all topics, use news_headlines; for " +
    "the whole web, use web_search.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "anyone",
  requires: FEEDS,
  utterances: [
    "have my feeds had anything on the rail strike?",
    "find that article about fusion from a few weeks ago",
    "What did the papers I follow say about the election in Chile?",
    "any coverage of Anthropic among my sources",
    "pull up past stories on the bridge collapse",
    "Was haben meine Quellen über das Heizungsgesetz geschrieben?",
    "Найди в моих лентах статьи про новый закон о налогах",
    "在我的订阅里找找关于芯片出口的报道",
    "Busca en mis fuentes noticias sobre la sequía",
    "Znajdź w moich kanałach artykuły o elektrowni jądrowej",
    "qu'ont publié mes flux sur la grève des contrôleurs ?",
  ],
  params: z.object({
    query: z.string().trim().min(1).max(500).describe("What to search for, in any language."),
    limit: limit(),
  }),
});
