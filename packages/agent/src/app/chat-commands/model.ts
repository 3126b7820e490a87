import type { Address } from "../../kernel/envelope.ts";
import { fillIn } from "../../kernel/languages.ts";
import { type ChatCommand, inText } from "../../core/commands.ts";
import type { ModelSwitch } from "../../llm/model-switch.ts";
import type { ChooseModel } from "../choose-model.ts";
import { stateTextsIn } from "./state-texts.ts";

export interface ModelCommandParts {
  /** Of the agent that answers in a chat. */
  readonly modelOf: (address: Pick<Address, "surface" | "chat">) => Promise<ModelSwitch>;
  readonly choose: ChooseModel;
}

/** `/model`: which model answers, until the agent ends. */
export function modelCommand({ modelOf, choose }: ModelCommandParts): ChatCommand {
  return {
    name: "model",
    usage: "/model [provider/model]",
    summary: "which model answers, or answer with another one",
    access: "owner",
    async prepare({ address, argument: name, language }) {
      const model = await modelOf(address);
      const { model: text } = stateTextsIn(language);
      if (name === "") return async () => inText(fillIn(text, { model: model.id }));
      const chosen = await choose(name);
      return async (_tx, { afterCommit }) => {
        afterCommit(() => model.use(chosen.model));
        return inText(fillIn(text, { model: chosen.description }));
      };
    },
  };
}
