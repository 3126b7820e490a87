import { Fault } from "@reeve/sdk";
import { setInFile } from "../../../platform/config-file.ts";
import { Secret } from "../../../platform/secret.ts";
import { type Config, configSchema } from "../../config-schema.ts";
import { fetchBotInfo } from "../../../channels/telegram-bot/fetch-bot-info.ts";
import type { Dialog } from "./dialog.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface TelegramSetup {
  /** The settings file. */
  readonly file: string;
  readonly current: Config["channels"]["telegramBot"];
}

/** Asks for the token of a bot and the owner's id, tries the token, and writes both. */
export async function setUpTelegram(
  dialog: Dialog,
  { file, current }: TelegramSetup,
): Promise<void> {
  dialog.say("Create a bot with @BotFather on Telegram (/newbot). It sends you a token.");
  const { token, username } = await askToken(dialog, current);
  const owners = await askOwners(dialog, current.owners);
  const set = (path: string, text: string) => setInFile(configSchema, file, { path, text });
  if (token !== current.token) await set("channels.telegramBot.token", token.reveal());
  await set("channels.telegramBot.owners", `[${owners.join(", ")}]`);
  dialog.say(whoTheyAre(owners));
  dialog.say(`Saved to ${file}. Restart the agent, then write to @${username}.`);
}

function whoTheyAre(owners: readonly string[]): string {
  if (new Set(owners).size === 1)
    return "On Telegram you are the same person as here, with the same notes, memory and approvals. Replies to your API clients go there, too.";
  return "If there are several owners, each has separate notes and memory. To link one of these accounts to yourself, run: reeve people link";
}

async function askToken(dialog: Dialog, { token: known, apiRoot }: TelegramSetup["current"]) {
  for (;;) {
    const shown = known ? "the saved one" : undefined;
    const typed = await dialog.askSecret({ text: "Bot token", fallback: "", shown });
    const token = typed === "" ? known : new Secret(typed);
    if (token && TOKEN.test(token.reveal())) {
      const tried = await attempt(fetchBotInfo({ token, apiRoot }));
      if (tried?.status === "fulfilled") {
        dialog.say(`Found @${tried.value.username}.`);
        return { token, username: tried.value.username };
      }
      if (!(tried?.reason instanceof Fault)) throw tried?.reason;
      dialog.complain(tried.reason);
    } else dialog.complain(noToken());
  }
}

async function askOwners(dialog: Dialog, known: readonly string[]): Promise<readonly string[]> {
  for (;;) {
    const fallback = known.join(", ");
    const text = "Your Telegram id (a number; @userinfobot shows it)";
    const ids = (await dialog.ask({ text, fallback })).split(/[\s,]+/).filter(Boolean);
    if (ids.length > 0 && ids.every((id) => /^\d+$/.test(id))) return ids;
    dialog.complain(
      new Fault("invalid", "A Telegram id is a number, such as 123456789.", {
        hint: "Send any message to @userinfobot on Telegram to see your id.",
      }),
    );
  }
}

const TOKEN = /^\d+:[\w-]+$/;

function noToken(): Fault {
  return new Fault("invalid", "This is not a valid bot token.", {
    hint: "A token looks like 123456:ABC-DEF. To see yours, send /token to @BotFather.",
  });
}
