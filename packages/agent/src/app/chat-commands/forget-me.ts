import { type ChatCommand, inText } from "../../core/commands.ts";
import type { Forgetter } from "../../memory/forgetting.ts";

/** `/forgetme`: removes everything of a person, once they repeat a code. */
export function forgetMeCommand(forgetter: Pick<Forgetter, "forgetMe">): ChatCommand {
  return {
    name: "forgetme",
    usage: "/forgetme [code]",
    summary: "remove everything of yours for good; asks for a code first",
    access: "anyone",
    where: "direct",
    async prepare({ person: { tenant, id: person, role }, argument }) {
      const code = argument === "" ? undefined : argument;
      const done = await forgetter.forgetMe({ tenant, person, role }, code);
      if (done.type === "forgotten")
        return async () => inText(`Everything of yours is removed (${done.rows} rows).`);
      return async () =>
        inText(
          `This removes everything that you said and all that was made of it, for good. If you are sure: /forgetme ${done.code}`,
        );
    },
  };
}
