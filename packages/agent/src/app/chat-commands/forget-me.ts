import { type ChatCommand, inText } from "../../core/commands.ts";
import { fillIn } from "../../kernel/languages.ts";
import { tellCount } from "../../kernel/tell-count.ts";
import type { Forgetter } from "../../memory/forgetting.ts";
import { keptTextsIn } from "./kept-texts.ts";

/** `/forgetme`: removes everything of a person, once they repeat a code. */
export function forgetMeCommand(forgetter: Pick<Forgetter, "forgetMe">): ChatCommand {
  return {
    name: "forgetme",
    usage: "/forgetme [code]",
    summary: "remove everything of yours for good; asks for a code first",
    access: "anyone",
    where: "direct",
    async prepare({ person: { tenant, id: person, role }, argument, language }) {
      const code = argument === "" ? undefined : argument;
      const done = await forgetter.forgetMe({ tenant, person, role }, code);
      const { forgotten, confirmForgetting } = keptTextsIn(language);
      if (done.type === "forgotten")
        return async () => inText(tellCount(forgotten, done.rows, language));
      return async () => inText(fillIn(confirmForgetting, { code: done.code }));
    },
  };
}
