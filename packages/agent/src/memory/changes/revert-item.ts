import { canonicalJson } from "../../kernel/text/json.ts";
import { toId } from "../../kernel/ids.ts";
import type { Job } from "../../store/items/jobs.ts";
import type { MemoryChange } from "../../store/items/memory-changes.ts";
import type { PersonKey } from "../../store/people/people.ts";
import type { Repositories } from "../../store/store.ts";

export type ItemChange = Extract<
  MemoryChange,
  { readonly kind: `task-${string}` | `reading-${string}` | `reminder-${string}` }
>;

/** Undoes a change to a task, a reading list item or a reminder. Returns false if the item has changed since. */
export function revertItem(tx: Repositories, change: ItemChange): Promise<boolean> {
  switch (change.kind) {
    case "task-created":
    case "task-changed":
    case "task-deleted":
      return revertThing(tx.tasks, change);
    case "reading-saved":
    case "reading-changed":
      return revertThing(tx.readingList, change);
    case "reminder-created":
    case "reminder-changed":
      return revertReminder(tx, change);
  }
}

interface Things<Thing> {
  add(owner: PersonKey, thing: Thing): Promise<void>;
  byId(owner: PersonKey, id: string): Promise<Thing | undefined>;
  replace(owner: PersonKey, thing: Thing): Promise<void>;
  remove(owner: PersonKey, id: string): Promise<boolean>;
}

interface Versions<Thing> extends PersonKey {
  readonly ref: string;
  readonly before: Thing | null;
  readonly after: Thing | null;
}

async function revertThing<Thing>(
  things: Things<Thing>,
  { tenant, person, ref, before, after }: Versions<Thing>,
): Promise<boolean> {
  const owner = { tenant, person };
  const now = (await things.byId(owner, ref)) ?? null;
  if (canonicalJson(now) !== canonicalJson(after)) return false;
  if (before === null) await things.remove(owner, ref);
  else if (after === null) await things.add(owner, before);
  else await things.replace(owner, before);
  return true;
}

async function revertReminder(
  { jobs }: Repositories,
  { ref, before, after }: Extract<ItemChange, { readonly kind: `reminder-${string}` }>,
): Promise<boolean> {
  const id = toId<"job">(ref);
  const now = await jobs.byId(id);
  if (!now) return false;
  // One that repeats and rang meanwhile can still be called off.
  if (before === null) return jobs.cancel(id);
  if (planOf(now) !== planOf(after)) return false;
  const { nextAt, state, schedule } = before;
  return jobs.change(id, { nextAt, state, schedule });
}

function planOf({ nextAt, state, schedule }: Job): string {
  return canonicalJson({ nextAt, state, schedule });
}
