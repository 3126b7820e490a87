import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";

/**
 * Stands for every tool that the model knows only as text. The loop puts the call it
 * holds in its place before the gate, so that this one is never run.
 */
export const toolCall = defineTool({
  name: "tool_call",
  summary:
    "Call a tool that tool_search found or that the conversation describes but that is not among " +
    "your own. It is checked and asked for like a direct call.",
  effect: "read",
  scope: "always",
  access: "anyone",
  // Nothing is found to be called where there is no finder.
  needs: ["tools"],
  params: z.object({
    name: z.string().min(1).max(100).describe("The tool's exact name."),
    arguments: z.looseObject({}).describe("Its arguments, as its schema demands."),
  }),

  async run({ name }) {
    throw new Fault("conflict", `tool_call was run instead of ${name}.`, {
      hint: `Unwrap the call before the gate, or call ${name} directly.`,
    });
  },
});
