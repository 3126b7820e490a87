import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { FEEDS } from "./params.ts";

/** Lists the subscriptions. */
export const newsFeedList = declareTool({
  name: "news_feed_list",
  summary:
    "List the subscribed news feeds with their topic, URL and the time of their newest item. " +
    "For their content, use news_headlines.",
  effect: "read",
  scope: "always",
  access: "member",
  requires: FEEDS,
  utterances: [
    "which feeds am I subscribed to?",
    "where do you get your headlines from",
    "what sources do we follow on tech?",
    "Do I still have that gardening blog in my RSS?",
    "show me all my news subscriptions",
    "Welche Nachrichtenquellen habe ich abonniert?",
    "На какие ленты я подписан?",
    "我订阅了哪些新闻源?",
    "¿Qué blogs y periódicos sigo?",
    "Z jakich źródeł bierzesz wiadomości?",
    "liste mes abonnements RSS",
  ],
  params: z.object({}),
});
