import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quotedIf } from "../quoted.ts";
import { channelId } from "./params.ts";

/** Renames a channel or rewrites its description; what is left out stays. */
export const telegramEditChannelInfo = defineTool({
  name: "telegram_edit_channel_info",
  summary:
    "Change the title or the description (about text) of a channel or supergroup that you " +
    "administer. To change its username, use telegram_set_channel_username; to change its " +
    "picture, use telegram_set_chat_photo.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z
    .object({
      channelId: channelId(),
      title: z
        .string()
        .trim()
        .min(1)
        .max(255)
        .optional()
        .describe("New title. Omit it to keep the current one."),
      about: z
        .string()
        .trim()
        .max(255)
        .optional()
        .describe(
          "New description. An empty string removes the description; omit it to keep the " +
            "current one.",
        ),
    })
    .refine(
      ({ title, about }) => title !== undefined || about !== undefined,
      "set a title, an about text, or both",
    ),
  utterances: [
    "rename my channel to Winter Harbor",
    "update the description of @slowradio: new episodes every Friday",
    "the about text of our supergroup is out of date, put the new meeting place in",
    'call the news channel "Nordwind HQ" from now on',
    "clear the channel's bio",
    "zmień nazwę kanału na „Poranna Kawa”",
    "عدّل وصف القناة ليصبح: وصفات سريعة كل يوم",
    "kanalın açıklamasına yeni web adresini yaz",
    "change le titre de la chaîne en « Carnets de mer »",
    "ändere die Beschreibung vom Kanal @teanotes auf „Alles über Tee“",
    "поменяй название канала на «Дачные заметки»",
  ],

  confirm: ({ channelId: channel, title: name, about: description }, { language }) => {
    const { editChannelInfo, editChannelTitle, editChannelAbout } =
      texts(language).questions.telegram;
    const title = quotedIf(name);
    const about = quotedIf(description);
    if (title === undefined) return editChannelAbout({ channel, about: about ?? "" });
    if (about === undefined) return editChannelTitle({ channel, title });
    return editChannelInfo({ channel, title, about });
  },

  async run({ channelId: channel, title, about }, { telegram, signal }) {
    await telegram.editChat(channel, { title, about }, { signal });
    return { changed: channel };
  },
});
