import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { FEEDS, feedUrl, topic } from "./params.ts";

/** Subscribes to a feed. Doing it twice changes nothing. */
export const newsFeedAdd = declareTool({
  name: "news_feed_add",
  summary:
    "Subscribe to a news feed (RSS, Atom or JSON Feed) or follow a blog or site by its URL, under a topic. " +
    "Its items then appear in news_headlines and news_search.",
  effect: "write",
  scope: "always",
  access: "admin",
  replay: "same-key",
  requires: FEEDS,
  utterances: [
    "follow the blog at https://example.com/feed.xml",
    "add Ars Technica's RSS to my sources",
    "I'd like to get posts from this site from now on",
    "start tracking https://example.org/atom.xml under science",
    "put the BBC world feed in, please",
    "Iscrivimi al feed di questo giornale",
    "تابع لي أخبار هذا الموقع عبر RSS",
    "Nimm den Feed von heise in meine Quellen auf",
    "Подпиши меня на RSS этого блога",
    "Suscríbete al canal RSS de El País, tema política",
    "订阅这个网站的 RSS",
  ],
  params: z.object({
    url: feedUrl('The URL of the feed or of a site that has one, such as "https://example.com".'),
    topic: topic("The topic to group the feed under").optional(),
  }),
});
