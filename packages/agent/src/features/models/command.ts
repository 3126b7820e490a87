import { models, type ModelView } from "@reeve/operations/agent/models";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve models`. */
export const modelsCommand = defineCommandLine({
  command: "models",
  operations: models,
  show: {
    list: ({ items }) => linesOf(items, toLine, "There are no known models."),
    current: ({ model }) => model,
    use: ({ model }) =>
      `${model} is used until the agent stops. To keep it: reeve config set agent.model <provider/model>`,
  },
});

function toLine({ id, contextTokens, tools, images, price }: ModelView): string {
  const can = [...(tools ? ["tools"] : []), ...(images ? ["images"] : [])].join(" ");
  const cost = price ? `${price.input} in, ${price.output} out` : "no price known";
  return `${id.padEnd(44)} ${String(contextTokens).padStart(8)}  ${can.padEnd(12)}  ${cost}`;
}
