import { texts } from "../../platform/texts.ts";
import { type ChatCommand, textReply } from "../commands.ts";

/** `/ping`: whether the agent is there, without a model. */
export function pingCommand(): ChatCommand {
  return {
    name: "ping",
    usage: "/ping",
    access: "anyone",
    scope: "chat",
    answer: async (_tx, { language }) => textReply(texts(language).commands.pong),
  };
}

/** Answers a slash with a name that no command has. Its argument is the name. */
export const UNKNOWN_COMMAND: ChatCommand = {
  name: "unknown",
  usage: "/help",
  access: "anyone",
  scope: "chat",
  answer: async (_tx, { argument: command, language }) =>
    textReply(texts(language).commands.unknown({ command })),
};
