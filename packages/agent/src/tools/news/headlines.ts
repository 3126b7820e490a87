import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { FEEDS, limit, topic } from "./params.ts";

/** Lists the latest items of all feeds, the newest first. */
export const newsHeadlines = declareTool({
  name: "news_headlines",
  summary:
    "Get the latest news headlines from the subscribed feeds, for all topics or one topic, " +
    "newest first. Use it for “what's new in the world?”; for news about something, use " +
    "news_search; to search beyond the feeds, use web_search.",
  effect: "read",
  sensitiveArguments: { topic: "query" },
  scope: "always",
  access: "anyone",
  requires: FEEDS,
  utterances: [
    "what's happening in the world?",
    "top stories this morning",
    "Did anything big break in tech overnight?",
    "give me five headlines and nothing else",
    "I've been offline since Friday, what did I miss out there",
    "Che si dice oggi nel mondo?",
    "ما آخر الأخبار؟",
    "Gibt es was Neues in der Wirtschaft?",
    "Какие сегодня главные новости?",
    "Dame los titulares de hoy sobre ciencia",
    "今天有什么大新闻",
  ],
  params: z.object({
    topic: topic("Only feeds with this topic").optional(),
    since: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Only items since this time, such as "2026-01-31T08:00+01:00" or "yesterday".'),
    limit: limit(),
  }),
});
