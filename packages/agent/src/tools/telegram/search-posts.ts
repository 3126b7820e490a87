import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { cursor, limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Searches the posts of public channels. */
export const telegramSearchPosts = declareTool({
  name: "telegram_search_posts",
  summary:
    "Search posts of public Telegram channels, joined or not, by keyword or hashtag: " +
    "what channels publish about a topic, brand or event. Never spends Stars. For your own " +
    "chats, use telegram_search_global.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z
    .object({
      query: z
        .string()
        .trim()
        .min(1)
        .max(256)
        .optional()
        .describe("Words to search for. Set either query or hashtag."),
      hashtag: z
        .string()
        .trim()
        .regex(/^#?[^\s#]{1,64}$/, "a hashtag is one word")
        .optional()
        .describe('A hashtag with or without #, such as "#airdrop".'),
      limit: limit("posts", { max: 100, initial: 20 }),
      sort: z
        .enum(["newest", "oldest", "most_viewed"])
        .optional()
        .describe("Order within a page. Default: newest."),
      cursor: cursor(),
    })
    .refine(
      ({ query, hashtag }) => (query === undefined) !== (hashtag === undefined),
      "set either query or hashtag",
    ),
  utterances: [
    "what are public channels writing about the rate decision?",
    "find posts tagged #airdrop in any channel",
    "look on Telegram beyond what I follow for news on the earthquake",
    "most viewed channel posts about solar panels",
    "is anyone out there posting about our brand Northwind?",
    "cherche dans les chaînes publiques ce qu'on dit des élections",
    "trova nei canali pubblici i post con l'hashtag #milano",
    "o que os canais públicos andam postando sobre o Pix?",
    "знайди дописи у відкритих каналах про тарифи на газ",
    "poszukaj w publicznych kanałach wpisów o kredytach",
    "登録していない公開チャンネルも含めて #地震 の投稿を探して",
  ],
});
