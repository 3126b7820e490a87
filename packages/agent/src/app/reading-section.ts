import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type ControlSection, defineMethod } from "../core/control.ts";
import type { OwnThingsParts } from "./notes-section.ts";
import { mostThings, newThing, thing } from "./own-thing.ts";

/** How long the page of an address may take. */
const FETCH_MS = 20_000;

/** The reading list of who asks. */
export function readingSection({ services, newId }: OwnThingsParts): ControlSection {
  return {
    name: "reading",
    methods: {
      list: defineMethod({
        summary: "What you saved to read, newest first.",
        params: z.object({
          status: z.enum(["unread", "done"]).optional(),
          tag: z.string().max(50).optional(),
          limit: mostThings,
        }),
        run: async (query, caller) => (await services(caller, newId())).readLater.list(query),
      }),
      save: defineMethod({
        summary: "Save an address, or a text, to read later.",
        params: z.object({
          id: newThing,
          url: z
            .url({ protocol: /^https?$/ })
            .max(2_000)
            .optional(),
          text: z.string().trim().min(1).max(50_000).optional(),
          tags: z.array(z.string().trim().min(1).max(50)).max(20).optional(),
        }),
        run: async ({ id = newId(), ...draft }, caller) => {
          if (draft.url === undefined && draft.text === undefined)
            throw new Fault("invalid", "There is nothing to save.", {
              hint: "Give an address or a text.",
            });
          const { readLater } = await services(caller, id);
          return readLater.save({ id, ...draft }, { signal: AbortSignal.timeout(FETCH_MS) });
        },
      }),
      finish: defineMethod({
        summary: "Mark something as read.",
        params: z.object({ id: thing }),
        run: async ({ id }, caller) => (await services(caller, newId())).readLater.finish(id),
      }),
    },
  };
}
