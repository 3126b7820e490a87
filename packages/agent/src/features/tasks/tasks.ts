import type { InputOf } from "@reeve/operations/operation";
import type { PageQuery } from "@reeve/operations/pages";
import type { Task, tasks } from "@reeve/operations/work/tasks";

/** A task to create. `due` is read in the requester's time zone. */
export interface TaskDraft extends InputOf<typeof tasks.create> {
  /** Derived from the call, so that a repeated call finds its own task. */
  readonly id: string;
}

/** Fields of a task that change; the others stay as they are. */
export type TaskPatch = Omit<InputOf<typeof tasks.update>, "id">;

/** The tasks to list. Default: all. */
export interface TaskQuery extends Omit<InputOf<typeof tasks.list>, keyof PageQuery> {
  readonly limit: number;
}

/** To-do list of the requester. Another person's tasks do not exist here. */
export interface Tasks {
  /** Creating the same id again returns the task that is there. Words that name no moment are `invalid`. */
  create(draft: TaskDraft): Promise<Task>;
  /** Changes the given fields, and may reopen a task. `missing` where it does not exist. */
  update(id: string, patch: TaskPatch): Promise<Task>;
  /** Removes it for good; again under the same key is no fault. */
  remove(id: string, options: { key: string }): Promise<void>;
  /** Open tasks first, those due first of them, without a date last; done ones newest first. */
  list(query: TaskQuery): Promise<readonly Task[]>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly tasks: Tasks;
  }
}
