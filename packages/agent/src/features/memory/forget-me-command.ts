import { privacy } from "@reeve/operations/memory/privacy";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import type { Forgetter } from "../../memory/forgetting.ts";
import { texts } from "../../platform/texts.ts";

/** `/forgetme`: removes all data of a person, once they repeat a code. */
export function forgetMeCommand(forgetter: Pick<Forgetter, "forgetMe">): ChatCommand {
  return {
    name: "forgetme",
    usage: "/forgetme [code]",
    access: "anyone",
    scope: privacy.forget.scope,
    where: "direct",
    async prepare({ person: { tenant, id: person, role }, argument, language }) {
      const code = argument === "" ? undefined : argument;
      const done = await forgetter.forgetMe({ tenant, person, role }, code);
      const { forgotten, confirmForgetting } = texts(language).privacy;
      if (done.type === "forgotten") return async () => textReply(forgotten({ count: done.rows }));
      return async () => textReply(confirmForgetting({ code: done.code }));
    },
  };
}
