import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { callerPlace } from "../core/caller-place.ts";
import { type ControlSection, defineMethod } from "../core/control.ts";
import type { Store } from "../store/store.ts";
import type { OwnThingsParts } from "./notes-section.ts";
import { moment, mostThings, newThing, thing } from "./own-thing.ts";

export interface RemindersSectionParts extends OwnThingsParts {
  readonly store: Pick<Store, "read">;
}

/** The reminders of who asks; they are said in the chat in which they are made. */
export function remindersSection({
  services,
  newId,
  store,
}: RemindersSectionParts): ControlSection {
  return {
    name: "reminders",
    methods: {
      list: defineMethod({
        summary: "Your reminders that are still to come, the next one first.",
        params: z.object({ limit: mostThings }),
        run: async (query, caller) => (await services(caller, newId())).reminders.list(query),
      }),
      create: defineMethod({
        summary: "Be reminded in this chat: at a moment, again and again, or when somebody writes.",
        params: z.object({
          id: newThing,
          text: z.string().trim().min(1).max(1_000),
          at: moment.optional(),
          recurrence: z
            .string()
            .trim()
            .min(1)
            .max(200)
            .optional()
            .describe('An RRULE, or words such as "every Thursday at 8".'),
          when: z
            .object({
              person: z.string().trim().min(1).max(100).optional(),
              about: z.string().trim().min(1).max(200),
            })
            .optional()
            .describe("A message to wait for."),
        }),
        run: async ({ id = newId(), ...draft }, caller) => {
          if (!(await callerPlace(caller, store)))
            throw new Fault("missing", "Nothing was said in this chat yet.", {
              hint: "Write a message first: a reminder is said in a chat.",
            });
          const { reminders } = await services(caller, id);
          // Some jobs are known by their ids: nobody chooses one of these.
          return reminders.create({ id: `reminder:${id}`, ...draft });
        },
      }),
      snooze: defineMethod({
        summary: "Move the next time of a reminder.",
        params: z.object({ id: thing, until: moment }),
        run: async ({ id, until }, caller) => {
          const key = newId();
          return (await services(caller, key)).reminders.snooze(id, { until, key });
        },
      }),
      cancel: defineMethod({
        summary: "Cancel a reminder, with all its recurrences.",
        params: z.object({ id: thing }),
        run: async ({ id }, caller) => (await services(caller, newId())).reminders.cancel(id),
      }),
    },
  };
}
