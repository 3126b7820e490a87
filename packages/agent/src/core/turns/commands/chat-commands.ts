import { sessions } from "@reeve/operations/work/sessions";
import type { Language } from "../../../kernel/languages.ts";
import { MESSAGE_MODES, type Chat } from "../../../store/messages/chats.ts";
import { type ChatCommand, textReply, usageFault } from "../../commands.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { texts } from "../../../platform/texts.ts";

/** The most steps that a turn may be given. */
const MAX_STEPS = 50;

/** `/loop` and `/mode`: how a chat is answered. */
export function chatCommands(): readonly ChatCommand[] {
  const loop = {
    name: "loop",
    usage: `/loop [1-${MAX_STEPS}]`,
    access: "admin",
    scope: sessions.configure.scope,
  } as const;
  const mode = {
    name: "mode",
    usage: `/mode [${MESSAGE_MODES.join("|")}]`,
    access: "admin",
    scope: sessions.configure.scope,
  } as const;
  return [
    {
      ...loop,
      async answer(tx, { chat, argument, language }) {
        if (argument === "") return formatSettings(chat, language);
        const maxSteps = Number(argument);
        if (!/^\d+$/.test(argument) || maxSteps < 1 || maxSteps > MAX_STEPS)
          throw usageFault(loop, language);
        await tx.chats.configure(chat.id, { maxSteps });
        return formatSettings({ ...chat, maxSteps }, language);
      },
    },
    {
      ...mode,
      async answer(tx, { chat, argument, language }) {
        if (argument === "") return formatSettings(chat, language);
        const chosen = MESSAGE_MODES.find((one) => one === argument);
        if (!chosen) throw usageFault(mode, language);
        await tx.chats.configure(chat.id, { mode: chosen });
        return formatSettings({ ...chat, mode: chosen }, language);
      },
    },
  ];
}

function formatSettings(
  { mode, maxSteps: steps }: Pick<Chat, "mode" | "maxSteps">,
  language: Language,
): readonly ReplyPart[] {
  return textReply(texts(language).chats.settings({ mode, steps }));
}
