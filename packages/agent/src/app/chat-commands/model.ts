import { models } from "@reeve/operations/agent/models";
import type { Address } from "../../kernel/envelope.ts";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import type { ModelSwitch } from "../../llm/model-switch.ts";
import { texts } from "../../platform/texts.ts";
import type { ChooseModel } from "../models/choose-model.ts";

export interface ModelCommandDeps {
  /** Returns the model of the agent that answers in a chat. */
  readonly modelOf: (address: Pick<Address, "channel" | "externalId">) => Promise<ModelSwitch>;
  readonly choose: ChooseModel;
  /** Told of the model that no longer answers. */
  readonly replaced: (model: string) => void;
}

/** `/model`: which model answers, until the agent ends. */
export function modelCommand({ modelOf, choose, replaced }: ModelCommandDeps): ChatCommand {
  return {
    name: "model",
    usage: "/model [provider/model]",
    access: "owner",
    scope: models.use.scope,
    async prepare({ address, argument: name, language }) {
      const model = await modelOf(address);
      const { model: tell } = texts(language).status;
      if (name === "") return async () => textReply(tell({ model: model.id }));
      const chosen = await choose(name);
      return async (_tx, { afterCommit }) => {
        afterCommit(() => {
          const before = model.id;
          model.use(chosen.model);
          replaced(before);
        });
        return textReply(tell({ model: chosen.description }));
      };
    },
  };
}
