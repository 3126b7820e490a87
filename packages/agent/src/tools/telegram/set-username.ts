import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { newUsername, TELEGRAM_ACCOUNT } from "./params.ts";

/** Gives the account a public username or takes it away. */
export const telegramSetUsername = declareTool({
  name: "telegram_set_username",
  summary:
    "Set, change or remove your own public Telegram username (handle, @name, t.me link); " +
    "an empty string removes it. To check whether it is free, use telegram_check_username. " +
    "For a channel, use telegram_set_channel_username.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    username: newUsername("The account's new public username"),
  }),
  utterances: [
    "change my handle to anna_berlin",
    "I want to be reachable as @maxpower",
    "drop my public @, nobody should find me by it",
    "rename my @ to something shorter: jkl77",
    "give this account the t.me address northwind_support",
    "change mon pseudo public en @lucie_m",
    "imposta gio_rossi come mio username",
    "troca meu nome de usuário para @pedro_dev",
    "зміни мій нікнейм на @olena_k",
    "ustaw mi nazwę użytkownika @tomek_gra",
    "自分のユーザー名を @yuki_t に変更して",
  ],

  confirm: ({ username }, { language }) => {
    const { setUsername, removeUsername } = texts(language).questions.telegram;
    return username ? setUsername({ username }) : removeUsername;
  },
});
