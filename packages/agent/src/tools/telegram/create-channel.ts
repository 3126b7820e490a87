import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { newUsername, TELEGRAM_ACCOUNT } from "./params.ts";
import { quoted, quotedIf } from "../quoted.ts";

/** Opens a channel or supergroup that belongs to the account. */
export const telegramCreateChannel = declareTool({
  name: "telegram_create_channel",
  summary:
    "Create a new broadcast channel, or a supergroup with megagroup, optionally public " +
    "with a username. For a small private group that starts with certain people, use " +
    "telegram_create_group.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    title: z.string().trim().min(1).max(128).describe("Name of the channel, up to 128 characters."),
    about: z
      .string()
      .trim()
      .max(255)
      .default("")
      .describe("Description of the channel, up to 255 characters."),
    megagroup: z
      .boolean()
      .default(false)
      .describe(
        "Create a supergroup, in which everyone can write, instead of a broadcast channel.",
      ),
    username: newUsername()
      .min(1)
      .optional()
      .describe("A public username, without @. Omit it to create a private channel."),
  }),
  utterances: [
    "start a new channel called Harbor Updates",
    "I want a broadcast channel for my photography, private for now",
    "set up a supergroup for the apartment building residents",
    'open a public channel "Tea Notes" at t.me/teanotes with a short description',
    "we need somewhere to post announcements only we can write to",
    "make me a channel for the podcast and give it the handle slowradio",
    "crea un canal para avisos del colegio",
    "створи канал «Нотатки садівника», закритий",
    "読書メモ用のチャンネルを新しく作って",
    "apri un canale pubblico per la libreria, nome Pagine Lente",
    "ouvre une chaîne privée pour les nouvelles de la famille",
    "أنشئ قناة جديدة باسم أخبار الحي",
  ],

  confirm: ({ title, about, megagroup, username }, { language }) => {
    const { createChannel, createSupergroup } = texts(language).questions.telegram;
    return (megagroup ? createSupergroup : createChannel)({
      title: quoted(title),
      username: username || undefined,
      about: quotedIf(about || undefined),
    });
  },
});
