import { UNNAMED_OWNER } from "../../core/config.ts";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { texts } from "../../platform/texts.ts";

/** `/start`: says hello, what the agent is for, and what the person is to it. */
export function startCommand(ownerName: string): ChatCommand {
  return {
    name: "start",
    usage: "/start",
    access: "anyone",
    async answer(_tx, { person: { name, role }, language }) {
      const { hello, helloUnnamed, about, roles, helpHint } = texts(language).greeting;
      const isOwner = role === "owner";
      const isUnnamed = (isOwner ? name : ownerName) === UNNAMED_OWNER;
      const named = isOwner ? hello.owner({ name }) : hello.others({ name, owner: ownerName });
      const unnamed = isOwner ? helloUnnamed.owner : helloUnnamed.others({ name });
      return textReply(
        [isUnnamed ? unnamed : named, about, `${roles[role]} ${helpHint}`].join("\n"),
      );
    },
  };
}
