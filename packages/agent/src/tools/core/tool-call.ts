import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";

/**
 * Stands for every tool that the model knows only as text. The loop puts the call it
 * holds in its place before the gate, so that this one is never run.
 */
export const toolCall = defineTool({
  name: "tool_call",
  summary:
    "Call a tool that is not among your own tools: one that you were told of as " +
    "name(needed, optional?: type), or that tool_search found. " +
    "The call is checked and needs approval like a direct call.",
  effect: "read",
  scope: "always",
  access: "anyone",
  resultOrigin: "services",
  // Nothing is found to be called where there is no finder.
  needs: ["tools"],
  utterances: [
    "call the tool that you just found",
    "run that function with these arguments",
    "use the one tool_search showed you",
    "invoke it by its name",
    "execute the found tool with id 5",
    "Ruf das gefundene Werkzeug auf",
    "appelle l'outil que tu as trouvé",
    "llama a la herramienta que encontraste",
    "вызови найденный инструмент",
    "调用刚找到的工具",
  ],
  params: z.object({
    name: z.string().min(1).max(100).describe("The tool's exact name."),
    arguments: z.looseObject({}).describe("The tool's arguments, as its schema requires."),
  }),

  async run({ name }) {
    throw new Fault("conflict", `tool_call was run instead of ${name}.`, {
      hint: `Unwrap the call before the gate, or call ${name} directly.`,
    });
  },
});
