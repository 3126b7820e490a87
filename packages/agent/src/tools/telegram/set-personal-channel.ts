import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { channelId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Chooses the channel that the profile shows. */
export const telegramSetPersonalChannel = declareTool({
  name: "telegram_set_personal_channel",
  summary:
    "Show one of your channels on your own Telegram profile as the personal channel, or " +
    "take it off again. To list channels that can be used, use " +
    "telegram_get_admined_channels with forPersonal.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    channelId: channelId("The channel to show on the profile (omit it to show none)").optional(),
  }),
  utterances: [
    "show my channel @annawrites on my profile",
    "link my blog channel to my account page",
    "take the channel off my profile again",
    "people who open my page should see the photography channel",
    "feature @cookdaily under my name instead of the old channel",
    "Zeig meinen Kanal @bergtouren in meinem Profil an",
    "vincula mi canal de recetas a mi perfil",
    "прикрепи мой канал о вязании к профилю",
    "在我的个人资料里展示我的读书频道",
    "profilimde kişisel kanalım olarak @gezinotlari görünsün",
    "اعرض قناتي عن الطبخ في ملفي الشخصي",
  ],

  confirm: ({ channelId: channel }, { language }) => {
    const { setPersonalChannel, removePersonalChannel } = texts(language).questions.telegram;
    return channel === undefined ? removePersonalChannel : setPersonalChannel({ channel });
  },
});
