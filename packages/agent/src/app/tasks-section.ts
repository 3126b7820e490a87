import { z } from "zod";
import { type ControlSection, defineMethod } from "../core/control.ts";
import type { OwnThingsParts } from "./notes-section.ts";
import { moment, mostThings, newThing, thing } from "./own-thing.ts";

const title = z.string().trim().min(1).max(300);
const priority = z.enum(["low", "normal", "high"]);
const status = z.enum(["todo", "done"]);
const project = z.string().trim().min(1).max(100);

/** The to-do list of who asks. */
export function tasksSection({ services, newId }: OwnThingsParts): ControlSection {
  return {
    name: "tasks",
    methods: {
      list: defineMethod({
        summary: "Your to-dos: open ones first, those due first of them.",
        params: z.object({
          status: status.optional(),
          project: project.optional(),
          dueBefore: moment.optional(),
          limit: mostThings,
        }),
        run: async (query, caller) => (await services(caller, newId())).tasks.list(query),
      }),
      create: defineMethod({
        summary: "Add a to-do.",
        params: z.object({
          id: newThing,
          title,
          due: moment.optional(),
          priority: priority.optional(),
          project: project.optional(),
          notes: z.string().trim().min(1).max(5_000).optional(),
        }),
        run: async ({ id = newId(), ...draft }, caller) =>
          (await services(caller, id)).tasks.create({ id, ...draft }),
      }),
      update: defineMethod({
        summary: "Change a to-do, check it off, or open it again; what is left out stays.",
        params: z.object({
          id: thing,
          title: title.optional(),
          due: moment.optional(),
          priority: priority.optional(),
          status: status.optional(),
        }),
        run: async ({ id, ...patch }, caller) =>
          (await services(caller, newId())).tasks.update(id, patch),
      }),
      delete: defineMethod({
        summary: "Delete a to-do; it can be undone.",
        params: z.object({ id: thing }),
        run: async ({ id }, caller) => {
          const key = newId();
          const { tasks } = await services(caller, key);
          await tasks.remove(id, { key });
          return { deleted: id };
        },
      }),
    },
  };
}
