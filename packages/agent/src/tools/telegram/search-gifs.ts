import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Finds animations by keyword. */
export const telegramSearchGifs = declareTool({
  name: "telegram_search_gifs",
  summary:
    "Search GIFs (animations) by keyword and return a queryId with results, one of which " +
    "telegram_send_gif can send. For sticker packs, use telegram_search_stickers.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "anyone",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(256)
      .describe('What the GIF should show, such as "dancing penguin".'),
    limit: limit("GIFs", { max: 50, initial: 10 }),
  }),
  utterances: [
    "find a gif of a dancing penguin",
    "look for a good facepalm animation",
    'any funny "monday morning" gifs?',
    "show me a few happy birthday gifs to pick from",
    "I need something animated that says thank you",
    "trouve un gif de chat qui tombe",
    "cercami una gif di qualcuno che applaude",
    "procura um gif de comemoração de gol",
    "знайди гіфку з сонним котом",
    "poszukaj gifa z tańczącym psem",
    "「おめでとう」って感じの動くGIFない？",
  ],
});
