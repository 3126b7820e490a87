import { z } from "zod";
import type { Store } from "../../store/store.ts";
import { type ControlSection, defineMethod } from "../control.ts";
import type { CommandFacts } from "../commands.ts";
import { summaryIn } from "../command-summaries.ts";
import { usableCommands } from "./help.ts";

/** What may be written with a slash. */
export function commandsSection(
  commands: readonly CommandFacts[],
  { read }: Pick<Store, "read">,
): ControlSection {
  return {
    name: "commands",
    methods: {
      list: defineMethod({
        summary: "The commands that you may use in this chat.",
        params: z.object({}),
        run: async (_params, { person, surface, chat }) => {
          const [place] = await read.places.byAddress(surface, chat);
          const usable = usableCommands(commands, {
            role: person.role,
            kind: place?.kind ?? "direct",
          });
          return usable.map((one) => ({
            name: one.name,
            usage: one.usage,
            summary: summaryIn("en", one),
          }));
        },
      }),
    },
  };
}
