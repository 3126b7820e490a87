import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { idOf } from "../../../tools/item-params.ts";
import { formatItem } from "./format-item.ts";

/** Marks something on the reading list as read. Doing it twice changes nothing. */
export const readlaterDone = defineTool({
  name: "readlater_done",
  summary:
    "Mark a saved article or link on the reading list as read, so that it is no longer listed as unread. " +
    "Find its id with readlater_list.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["readLater"],
  utterances: [
    "I've finished that piece on heat pumps, tick it off",
    "done with the Paul Graham essay",
    "You can drop the saved Guardian link from my unread pile, I read it on the train",
    "mark the sourdough article as read",
    "already read the second one in my pocket list",
    "J'ai lu l'article sur les volcans, tu peux le cocher",
    "Статтю про сонячні панелі я вже прочитав, познач її",
    "保存してた量子コンピュータの記事、読み終わったよ",
    "Já li aquele texto sobre Lisboa que guardei",
    "Kaydettiğim göç yazısını okudum, listeden düş",
    "ту ссылку про ипотеку я дочитал, убери из непрочитанного",
  ],
  params: z.object({ id: idOf("saved item", "readlater_list") }),

  async run({ id }, { readLater }) {
    return formatItem(await readLater.finish(id));
  },
});
