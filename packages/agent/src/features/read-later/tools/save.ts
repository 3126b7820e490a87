import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { itemId } from "../../../tools/item-id.ts";
import { formatItem } from "./format-item.ts";

/** Saves a page or a text to read later, once a call. */
export const readlaterSave = defineTool({
  name: "readlater_save",
  summary:
    "Save a web link, article or text to the reading list for later, with its title, a " +
    "summary and tags. Use it for things that people want to read another time; for their " +
    "own thoughts, use note_create.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  timeoutMs: 60_000,
  resultOrigin: "services",
  needs: ["readLater"],
  utterances: [
    "bookmark https://example.com/tides for the weekend",
    "keep this link, I'll get to it tonight",
    "no time now, put that article on my reading list",
    "Save this post under 'garden', I want to go through it properly",
    "stash this for later: https://blog.example.org/rust-async",
    "Merk dir den Link, den lese ich am Wochenende",
    "Отложи эту статью, почитаю вечером",
    "先帮我存一下这个网页,晚上再看",
    "Guárdame este enlace para leerlo luego",
    "Zachowaj mi ten artykuł na potem, teraz nie mam czasu",
    "metti da parte questo link con l'etichetta viaggi",
  ],
  params: z
    .object({
      url: z.string().trim().min(1).max(4_000).optional().describe("The page's HTTP or HTTPS URL."),
      text: z
        .string()
        .trim()
        .min(1)
        .max(50_000)
        .optional()
        .describe("Text to save if there is no URL, or the person's comment on the page."),
      tags: z
        .array(z.string().trim().min(1).max(50))
        .max(20)
        .optional()
        .describe('Words to group items by, such as "cooking".'),
    })
    .refine(({ url, text }) => url !== undefined || text !== undefined, "set url or text"),

  async run(draft, { readLater, callId, signal }) {
    return formatItem(await readLater.save({ ...draft, id: itemId("read", callId) }, { signal }));
  },
});
