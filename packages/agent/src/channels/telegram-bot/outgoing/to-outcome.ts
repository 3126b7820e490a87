import { Fault } from "@reeve/sdk";
import { answerOf, refusalOf } from "../telegram-fault.ts";

/**
 * What became of a part that Telegram refused: who blocked the bot may let it in again, and a closed
 * topic be opened; where nobody reads any more, trying again would not help.
 */
export function toOutcome(error: unknown, chat: string): unknown {
  const cause = { cause: error };
  const said = answerOf(error)?.description ?? "";
  switch (refusalOf(error)) {
    case "blocked":
      return new Fault(
        "conflict",
        `Nobody can be written to in the Telegram chat ${chat}: ${said}`,
        {
          hint: "It leaves when they write, or unblock the bot.",
          ...cause,
        },
      );
    case "topic-closed":
      return new Fault("conflict", `The topic ${chat} is closed: ${said}`, {
        hint: "It leaves when the topic is opened again.",
        ...cause,
      });
    case "chat-gone":
    case "topic-gone":
      return new Fault("missing", `The Telegram chat ${chat} is gone for the bot: ${said}`, {
        hint: "The bot was taken out of the group, or the account, chat or topic does not exist any more.",
        ...cause,
      });
    default:
      return error;
  }
}
