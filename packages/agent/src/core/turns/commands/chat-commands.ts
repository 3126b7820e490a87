import { sessions } from "@reeve/operations/work/sessions";
import { Fault } from "@reeve/sdk";
import { ACCESS_POLICIES } from "../../../kernel/access-policy.ts";
import type { Language } from "../../../kernel/languages.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import { MESSAGE_MODES, type Chat } from "../../../store/messages/chats.ts";
import { type ChannelAccess, policyIn } from "../../channel-access.ts";
import { type ChatCommand, textReply, usageFault } from "../../commands.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { texts } from "../../../platform/texts.ts";

/** The most steps that a turn may be given. */
const MAX_STEPS = 50;

export interface ChatCommandDeps {
  /** Access policies of a channel; undefined for a channel without any. */
  readonly accessOf?: ((channel: string) => ChannelAccess | undefined) | undefined;
}

/** `/loop`, `/mode`, `/policy` and `/verbose`: how a chat is answered. */
export function chatCommands({ accessOf }: ChatCommandDeps): readonly ChatCommand[] {
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
  const policy = {
    name: "policy",
    usage: `/policy [${ACCESS_POLICIES.join("|")}|default]`,
    access: "member",
    scope: sessions.configure.scope,
  } as const;
  const verbose = {
    name: "verbose",
    usage: "/verbose [on|off]",
    access: "member",
    scope: sessions.configure.scope,
  } as const;
  return [
    {
      ...policy,
      async answer(tx, { chat, argument, person, language }) {
        const { notForYou } = texts(language).commands;
        const access = accessOf?.(chat.channel);
        if (argument === "") return formatPolicy(chat, access, language);
        if (!isAtLeast(person.role, "admin"))
          throw new Fault("denied", notForYou.admin({ command: policy.name }));
        const chosen = ACCESS_POLICIES.find((one) => one === argument) ?? null;
        if (chosen === null && argument !== "default") throw usageFault(policy, language);
        await tx.chats.configure(chat.id, { policy: chosen });
        return formatPolicy({ ...chat, policy: chosen }, access, language);
      },
    },
    {
      ...verbose,
      async answer(tx, { chat, argument, person, language }) {
        const { chats, commands } = texts(language);
        if (argument === "") return textReply(chats.verbose[chat.verbose]);
        if (chat.kind !== "direct" && !isAtLeast(person.role, "admin"))
          throw new Fault("denied", commands.notForYou.admin({ command: verbose.name }));
        if (argument !== "on" && argument !== "off") throw usageFault(verbose, language);
        await tx.chats.configure(chat.id, { verbose: argument });
        return textReply(chats.verbose[argument]);
      },
    },
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

function formatPolicy(
  chat: Chat,
  access: ChannelAccess | undefined,
  language: Language,
): readonly ReplyPart[] {
  return textReply(texts(language).chats.policy[policyIn(chat, access) ?? "allowlist"]);
}

function formatSettings(
  { mode, maxSteps: steps }: Pick<Chat, "mode" | "maxSteps">,
  language: Language,
): readonly ReplyPart[] {
  return textReply(texts(language).chats.settings({ mode, steps }));
}
