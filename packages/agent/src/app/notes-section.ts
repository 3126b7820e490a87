import { z } from "zod";
import { type ControlSection, defineMethod } from "../core/control.ts";
import type { NewId } from "../kernel/ids.ts";
import type { CallerServices } from "./caller-services.ts";
import { mostThings, newThing, thing } from "./own-thing.ts";

const text = z.string().trim().min(1).max(50_000);
const title = z.string().trim().min(1).max(300);
const tags = z.array(z.string().trim().min(1).max(50)).max(20);

export interface OwnThingsParts {
  readonly services: CallerServices;
  readonly newId: NewId;
}

/** The notes of who asks. */
export function notesSection({ services, newId }: OwnThingsParts): ControlSection {
  return {
    name: "notes",
    methods: {
      list: defineMethod({
        summary: "Your notes, newest first; with a query, those that hold its words, best first.",
        params: z.object({
          tag: z.string().max(50).optional(),
          query: z.string().trim().min(1).max(500).optional(),
          limit: mostThings,
        }),
        run: async ({ query, ...listed }, caller) => {
          const { notes } = await services(caller, newId());
          if (query === undefined) return notes.list(listed);
          const found = await notes.search(query, listed);
          const { tag } = listed;
          return tag === undefined ? found : found.filter(({ tags: own }) => own.includes(tag));
        },
      }),
      create: defineMethod({
        summary: "Keep a note.",
        params: z.object({
          id: newThing,
          text,
          title: title.optional(),
          tags: tags.optional(),
        }),
        run: async ({ id = newId(), ...draft }, caller) => {
          const { notes } = await services(caller, id);
          return notes.create({ id, ...draft });
        },
      }),
      update: defineMethod({
        summary: "Change a note; what is left out stays.",
        params: z.object({
          id: thing,
          text: text.optional(),
          title: title.optional(),
          tags: tags.optional(),
        }),
        run: async ({ id, ...patch }, caller) => {
          const { notes } = await services(caller, newId());
          return notes.update(id, patch);
        },
      }),
      delete: defineMethod({
        summary: "Delete a note; it can be undone.",
        params: z.object({ id: thing }),
        run: async ({ id }, caller) => {
          const { notes } = await services(caller, newId());
          await notes.remove(id);
          return { deleted: id };
        },
      }),
    },
  };
}
