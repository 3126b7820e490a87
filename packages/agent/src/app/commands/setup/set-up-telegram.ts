import { Fault } from "@reeve/sdk";
import { setInFile } from "../../../platform/config-file.ts";
import { Secret } from "../../../platform/secret.ts";
import { type Config, configSchema } from "../../config-schema.ts";
import { fetchBotInfo } from "../../channels/fetch-bot-info.ts";
import type { Dialog } from "./dialog.ts";

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
  dialog.say("Make a bot with @BotFather on Telegram (/newbot); it answers with a token.");
  const { token, username } = await askToken(dialog, current);
  const owners = await askOwners(dialog, current.owners);
  const set = (path: string, text: string) => setInFile(configSchema, file, { path, text });
  if (token !== current.token) await set("channels.telegramBot.token", token.reveal());
  await set("channels.telegramBot.owners", `[${owners.join(", ")}]`);
  dialog.say(whoTheyAre(owners));
  dialog.say(`Written to ${file}. Write to @${username} once the agent was started again.`);
}

function whoTheyAre(owners: readonly string[]): string {
  if (new Set(owners).size === 1)
    return "There you are who you are here: the same notes, memory and questions. What your programs say is answered there, too.";
  return "Several owners have notes and memory of their own. To have one of them be you: reeve people link";
}

async function askToken(dialog: Dialog, { token: known, apiRoot }: TelegramSetup["current"]) {
  for (;;) {
    const shown = known ? "the one that is set" : undefined;
    const typed = await dialog.askSecret({ text: "Token of the bot", fallback: "", shown });
    const token = typed === "" ? known : new Secret(typed);
    if (token && TOKEN.test(token.reveal())) {
      const [tried] = await Promise.allSettled([fetchBotInfo({ token, apiRoot })]);
      if (tried?.status === "fulfilled") {
        dialog.say(`That is @${tried.value.username}.`);
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
    const text = "Your id on Telegram, a number that @userinfobot tells you";
    const ids = (await dialog.ask({ text, fallback })).split(/[\s,]+/).filter(Boolean);
    if (ids.length > 0 && ids.every((id) => /^\d+$/.test(id))) return ids;
    dialog.complain(
      new Fault("invalid", "An id is a number, such as 123456789.", {
        hint: "Write to @userinfobot on Telegram: it answers with your id.",
      }),
    );
  }
}

const TOKEN = /^\d+:[\w-]+$/;

function noToken(): Fault {
  return new Fault("invalid", "That is no token of a bot.", {
    hint: "It looks like 123456:ABC-DEF; @BotFather shows it by /token.",
  });
}
