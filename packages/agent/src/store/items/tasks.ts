import type { TaskPriority, TaskStatus } from "@reeve/operations/work/tasks";
import type { Label } from "../../kernel/label.ts";
import type { PersonKey } from "../people/people.ts";

/** Task with its label; without one, it is its person's own text. */
export interface StoredTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly due: TaskDue | null;
  readonly project: string | null;
  readonly notes: string | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly doneAt: number | null;
  readonly label?: Label | undefined;
}

export interface TaskDue {
  /** Unix milliseconds; the start of the day if only a day is meant. */
  readonly at: number;
  readonly isDateOnly: boolean;
}

export interface TaskFilter {
  /** Absent: all. */
  readonly status?: TaskStatus | undefined;
  /** Ignoring case. */
  readonly project?: string | undefined;
  /** Only what is due before this moment, in Unix milliseconds. */
  readonly dueBefore?: number | undefined;
  readonly limit: number;
}

/** To-dos of people. */
export interface TaskStore {
  /** Adds the task unless its id is there already. */
  add(owner: PersonKey, task: StoredTask): Promise<void>;
  byId(owner: PersonKey, id: string): Promise<StoredTask | undefined>;
  replace(owner: PersonKey, task: StoredTask): Promise<void>;
  /** False when there was nothing to remove. */
  remove(owner: PersonKey, id: string): Promise<boolean>;
  /** Open ones, those due first at the beginning and those without a date at the end, then done ones, newest first. */
  list(owner: PersonKey, filter: TaskFilter): Promise<readonly StoredTask[]>;
}
