import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { limit } from "../../../tools/item-params.ts";
import { formatItem } from "./format-item.ts";

/** Lists what was saved to read later. */
export const readlaterList = defineTool({
  name: "readlater_list",
  summary:
    "List the articles, links and text that were saved to read later, newest first, by status or tag. " +
    "Use it when people look for something to read or for a link that they saved.",
  effect: "read",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  needs: ["readLater"],
  utterances: [
    "what's still on my reading list?",
    "show me the articles I put aside",
    "I have twenty minutes on the bus, anything saved worth reading?",
    "which links tagged #design have I kept?",
    "everything I've read from the saved pile so far",
    "Cosa mi ero messo da parte da leggere?",
    "ما المقالات التي حفظتها لأقرأها لاحقًا؟",
    "Zeig mir die Artikel, die ich mir für später aufgehoben habe",
    "Что у меня лежит в отложенном почитать?",
    "¿Qué artículos tengo guardados sin leer?",
    "我之前收藏的文章还有哪些没看",
  ],
  params: z.object({
    status: z
      .enum(["unread", "done", "all"])
      .default("unread")
      .describe("Which items: unread, done (read), or all."),
    tag: z.string().trim().min(1).max(50).optional().describe("Only items with this tag."),
    limit: limit("items"),
  }),

  async run({ status, ...query }, { readLater }) {
    const found = await readLater.list({ ...query, ...(status !== "all" && { status }) });
    return { items: found.map(formatItem) };
  },
});
