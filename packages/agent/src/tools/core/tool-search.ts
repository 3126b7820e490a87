import { defineTool } from "@reeve/sdk";
import { z } from "zod";

const MAX_FOUND = 8;

/** Finds tools that the model was not given, and describes how to call them. */
export const toolSearch = defineTool({
  name: "tool_search",
  summary:
    "Find further tools: there are many more than you see. Search before you say that " +
    "something cannot be done. If a tool that it finds is among your own tools, call it by " +
    "its name; otherwise, use tool_call.",
  effect: "read",
  scope: "always",
  access: "anyone",
  resultOrigin: "services",
  // Tools that were found stay callable.
  keepResults: true,
  needs: ["tools"],
  utterances: [
    "what else can you do?",
    "is there a tool for that?",
    "find a function that handles podcasts",
    "look whether you are able to do this before you say no",
    "which capabilities do you have for maps?",
    "Welche Werkzeuge hast du dafür?",
    "as-tu un outil pour ça ?",
    "¿tienes alguna herramienta para esto?",
    "есть ли у тебя инструмент для этого?",
    "你有什么工具可以做这个？",
  ],
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(400)
      .describe('What you want to do, in a few words, such as "send a picture" or "swap tokens".'),
  }),

  async run({ query }, { tools }) {
    const found = await tools.find(query);
    if (found.length > 0) return { tools: found.slice(0, MAX_FOUND) };
    return { tools: [], hint: "No tool matches. Try other words, or say that you cannot do it." };
  },
});
