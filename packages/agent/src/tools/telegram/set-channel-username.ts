import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { channelId, newUsername, TELEGRAM_ACCOUNT } from "./params.ts";

/** Gives a channel a public username or makes it private. */
export const telegramSetChannelUsername = declareTool({
  name: "telegram_set_channel_username",
  summary:
    "Set or remove the public username (t.me link, handle) of a channel or supergroup that " +
    "you own; an empty username makes it private. Check first with " +
    "telegram_check_channel_username. For your own name, use telegram_set_username.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    channelId: channelId(),
    username: newUsername(),
  }),
  utterances: [
    "give my channel the handle slowradio_fm",
    "make the residents' supergroup public at t.me/elmstreet9",
    "take the public link off my channel so it becomes private",
    "change the channel's address from teanotes to teanotes_daily",
    "our news channel should be reachable as @nordwind_hq",
    "ustaw kanałowi publiczny adres @porannakawa_pl",
    "اجعل قناتي خاصة واحذف معرّفها العام",
    "kanalın kullanıcı adını @sabahkahvesi yap",
    "donne à ma chaîne l'adresse t.me/carnetsdemer",
    "mach den Kanal unter @fruehstueckspost öffentlich",
    "поставь каналу публичный адрес @dachnye_zametki",
  ],

  confirm: ({ channelId: channel, username }, { language }) => {
    const { setChannelUsername, removeChannelUsername } = texts(language).questions.telegram;
    return username
      ? setChannelUsername({ channel, username })
      : removeChannelUsername({ channel });
  },
});
