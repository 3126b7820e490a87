import { type Briefing, Fault, type ReadLater, type Reminders, type Tasks } from "@reeve/sdk";

/** The same to-dos where others read along: one can be added, and none is shown. */
export function tasksWithoutShowing(tasks: Tasks): Tasks {
  const refuse = refuser("To-dos belong");
  return { create: (draft) => tasks.create(draft), update: refuse, remove: refuse, list: refuse };
}

/** The same reading list where others read along: it can be added to, and nothing is shown. */
export function readLaterWithoutShowing(readLater: ReadLater): ReadLater {
  const refuse = refuser("The reading list belongs");
  return { save: (draft, options) => readLater.save(draft, options), finish: refuse, list: refuse };
}

/** The same reminders where others read along: one can be set, and none is shown. */
export function remindersWithoutShowing(reminders: Reminders): Reminders {
  const refuse = refuser("Reminders belong");
  return {
    create: (draft) => reminders.create(draft),
    list: refuse,
    cancel: refuse,
    snooze: refuse,
  };
}

/** No briefing where others read along. */
export function briefingWithoutShowing(): Briefing {
  return { get: refuser("The briefing belongs") };
}

function refuser(what: string): () => Promise<never> {
  return async () => {
    throw new Fault("denied", `${what} to one person, and others read along here.`, {
      hint: "Offer to look at it in a direct chat.",
    });
  };
}
