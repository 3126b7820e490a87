import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";

/** Sets the bio of the account. */
export const telegramSetBio = defineTool({
  name: "telegram_set_bio",
  summary:
    "Set or clear the bio (about text, self-description) on your own Telegram profile, up " +
    "to 70 characters. To also change the name, use telegram_update_profile.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    bio: z
      .string()
      .trim()
      .max(70)
      .describe("New bio, up to 70 characters; an empty string removes it."),
  }),
  utterances: [
    'change my Telegram bio to "coffee first"',
    'put "on parental leave until June" in my about line',
    "my profile description should say designer in Porto",
    "write something witty under my name on my page",
    "empty the text about me on the account",
    "mets « en vacances jusqu'au 15 » dans ma bio",
    'cambia la mia bio in "fotografo a Torino"',
    'atualiza minha bio para "dev em Lisboa"',
    "постав у моєму описі профілю «у відпустці»",
    "zmień mi opis pod nazwiskiem na „wracam w poniedziałek”",
    "自己紹介の欄を「旅行中」に変えて",
  ],

  confirm: ({ bio }, { language }) => {
    const { setBio, removeBio } = texts(language).questions.telegram;
    return bio ? setBio({ bio: quoted(bio) }) : removeBio;
  },

  async run({ bio }, { telegram, signal }) {
    await telegram.editProfile({ bio }, { signal });
    return { changed: "bio" };
  },
});
