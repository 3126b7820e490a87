import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { FEEDS, feedUrl } from "./params.ts";

/** Unsubscribes from a feed. Doing it twice changes nothing. */
export const newsFeedRemove = declareTool({
  name: "news_feed_remove",
  summary:
    "Unsubscribe from a news feed: stop following a site or blog, so that nothing new comes from it. " +
    "Find its URL with news_feed_list.",
  effect: "write",
  scope: "always",
  access: "admin",
  replay: "same-key",
  requires: FEEDS,
  utterances: [
    "unfollow that tabloid",
    "I'm sick of the crypto blog, take it out of my sources",
    "Stop pulling in items from https://example.com/rss",
    "no more sports feed please",
    "drop the startup newsletter's RSS",
    "Désabonne-moi du flux de ce site",
    "Відпиши мене від цього каналу новин",
    "そのブログのフィード、購読をやめたい",
    "Remove o feed do jornal esportivo",
    "Şu haber sitesini takipten çıkar",
    "больше не хочу новостей с этого портала, убери его",
  ],
  params: z.object({ url: feedUrl("The URL of the feed, as shown by news_feed_list.") }),
});
