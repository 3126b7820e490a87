import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Appends to the agent's memory. The call's id keeps a repeated call from writing twice. */
export const memoryWrite = defineTool({
  name: "memory_write",
  summary:
    "Remember something beyond this conversation. persistent: lasting facts and preferences of the owner. " +
    "daily: what happened today. session: what this session is about. Write whole sentences.",
  effect: "write",
  scope: "dm-only",
  access: "member",
  resultOrigin: "services",
  replay: "same-key",
  needs: ["memory"],
  utterances: [
    "remember that I'm vegetarian",
    "keep in mind: never call me before ten",
    "for the future, my sister is called Ada",
    "don't forget that I prefer window seats",
    "learn this: our office closes at six",
    "Merk dir, dass ich keinen Kaffee trinke",
    "retiens que je préfère le train",
    "recuerda que soy alérgico al polen",
    "запомни, что у меня собака по имени Рекс",
    "记住我不吃辣",
    "lembre-se de que eu não bebo",
    "zapamiętaj, że wolę herbatę",
  ],
  params: z.object({
    content: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .describe("What to remember, in sentences that make sense on their own."),
    target: z.enum(["persistent", "daily", "session"]).describe("Where to store it."),
    section: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .optional()
      .describe('Heading under which to write it, such as "Preferences".'),
  }),

  run: (entry, { memory, callId }) => memory.append({ ...entry, key: callId }),
});
