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
      return new Fault("conflict", `Cannot write to the Telegram chat ${chat}: ${said}`, {
        hint: "The message is sent when the person writes or unblocks the bot.",
        ...cause,
      });
    case "topic-closed":
      return new Fault("conflict", `The topic ${chat} is closed: ${said}`, {
        hint: "The message is sent when the topic is reopened.",
        ...cause,
      });
    case "chat-gone":
    case "topic-gone":
      return new Fault(
        "missing",
        `The bot no longer has access to the Telegram chat ${chat}: ${said}`,
        {
          hint: "The bot was removed from the group, or the account, chat or topic was deleted.",
          ...cause,
        },
      );
    default:
      return error;
  }
}
