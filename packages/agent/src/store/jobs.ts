import type { InboxId, JobId, PersonId, ChatId } from "../kernel/ids.ts";
import type { Label } from "../kernel/label.ts";
import type { Role } from "../kernel/principal.ts";

/** `reminder` and `watch` are said as they are, `agent` is thought about, `tool` is one call. */
export type JobKind = "reminder" | "agent" | "tool" | "watch";

/** Policies for runs that were missed while the agent was off. */
export const MISSED_POLICIES = ["skip", "run-once", "run-all"] as const;

export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** Policies for a job whose parent has failed. */
export const PARENT_POLICIES = ["skip", "continue"] as const;

export type ParentPolicy = (typeof PARENT_POLICIES)[number];

/** `active`: it may run again. */
export type JobState = "active" | "done" | "cancelled";

/** When a job runs; instants in Unix milliseconds. */
export type JobSchedule =
  | { readonly type: "at"; readonly at: number }
  | { readonly type: "every"; readonly everyMs: number; readonly from: number }
  | { readonly type: "cron"; readonly cron: string; readonly timeZone: string }
  /** `rule`: the body of an RRULE that began at `start`. */
  | {
      readonly type: "rule";
      readonly rule: string;
      readonly start: number;
      readonly timeZone: string;
    }
  /** When all of its parents have run. */
  | { readonly type: "after" }
  /** When somebody writes what holds all of the words. */
  | {
      readonly type: "watch";
      /** Name, username or id on the channel; anybody without it. */
      readonly person?: string | undefined;
      readonly words: readonly string[];
      readonly cooldownMs: number;
      readonly until: number;
    };

/** One call that a job makes, without thinking. */
export interface JobCall {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Something that the agent does by itself later. */
export interface Job {
  readonly id: JobId;
  readonly tenant: string;
  readonly maker: PersonId;
  /** Where it was made, is said and runs. */
  readonly chat: ChatId;
  readonly kind: JobKind;
  /** Text of the reminder, or the instructions. */
  readonly text: string;
  /** Call to run, for the kind `tool`. */
  readonly call?: JobCall | undefined;
  readonly schedule: JobSchedule;
  readonly onMissed: MissedPolicy;
  readonly onParentFailure: ParentPolicy;
  /** Jobs that have to run first. */
  readonly parents: readonly JobId[];
  /** Label of the call that created it. */
  readonly label: Label;
  /** Role of its creator at the time of creation. */
  readonly role: Role;
  readonly state: JobState;
  /** When it is due; null while it waits for other jobs, for a message, or for nothing. */
  readonly nextAt: number | null;
  /** When it ran last. */
  readonly lastAt: number | null;
  readonly createdAt: number;
  /** Sender whose message made a watch fire. */
  readonly matched?: string | undefined;
  /** Why it was made, or what became of it, in words. */
  readonly why?: string | undefined;
}

/** `claimed`: it is about to run. `queued`: its message waits or its turn runs. The others are final. */
export type JobRunState = "claimed" | "queued" | "done" | "failed" | "skipped" | "late";

/** One instant of a job; there is one for each. */
export interface JobRun {
  readonly job: JobId;
  /** Unix milliseconds. */
  readonly instant: number;
  readonly state: JobRunState;
  readonly message: InboxId | null;
  /** Result in words. */
  readonly result: string | null;
  /** Label of the result. */
  readonly label: Label | null;
  /** When its state changed last. */
  readonly at: number;
  /** The process that runs it, and until when it is believed to. */
  readonly owner: string | null;
  readonly leaseUntil: number;
}

export interface JobFilter {
  readonly tenant: string;
  readonly maker?: PersonId | undefined;
  readonly chat?: ChatId | undefined;
  readonly kinds?: readonly JobKind[] | undefined;
  readonly states?: readonly JobState[] | undefined;
  readonly limit: number;
}

/** Jobs, which run later on their own, and their runs. */
export interface JobStore {
  /** False when its id is there already. */
  add(job: Job): Promise<boolean>;
  byId(id: JobId): Promise<Job | undefined>;
  /** The next one first; those that are not due at any time last, the newest first. */
  list(filter: JobFilter): Promise<readonly Job[]>;
  /** How many a filter finds. */
  count(filter: Omit<JobFilter, "limit">): Promise<number>;
  /** Returns jobs due at `now`, earliest first. */
  due(now: number, limit: number): Promise<readonly Job[]>;
  /** When the next job becomes due; undefined when none will. */
  nextDue(): Promise<number | undefined>;
  /**
   * Moves a job on that is active and due at `from`, and at no other time: false when another
   * was faster. `from` null: it is due at no time.
   */
  move(
    id: JobId,
    from: number | null,
    to: Partial<Pick<Job, "nextAt" | "lastAt" | "state" | "matched" | "chat">>,
  ): Promise<boolean>;
  /** Changes a job whatever its state is; false when there is none. */
  change(
    id: JobId,
    change: Partial<
      Pick<Job, "nextAt" | "state" | "text" | "schedule" | "parents" | "chat" | "why">
    >,
  ): Promise<boolean>;
  /** False when it is not active. */
  cancel(id: JobId): Promise<boolean>;
  /** Active jobs that wait for this one. */
  childrenOf(id: JobId): Promise<readonly Job[]>;
  /** Active watches of a tenant that are not due, in the order in which they were made. */
  watching(tenant: string, now: number): Promise<readonly Job[]>;
  /** Ends watches whose time is over; answers with how many. */
  endWatches(now: number): Promise<number>;

  /** False when the instant has run already. */
  addRun(run: JobRun): Promise<boolean>;
  run(job: JobId, instant: number): Promise<JobRun | undefined>;
  /** The newest first. */
  runs(job: JobId, limit: number): Promise<readonly JobRun[]>;
  /** Removes runs of instants before one, in Unix milliseconds, that have come to their end; answers with how many. */
  removeRuns(job: JobId, before: number): Promise<number>;
  /** Changes a run that is not final; false when it is, or there is none. */
  settleRun(
    job: JobId,
    instant: number,
    change: Pick<JobRun, "state" | "at"> & Partial<Pick<JobRun, "message" | "result" | "label">>,
  ): Promise<boolean>;
  /** Claimed runs whose lease is over: whoever claimed them may be dead. */
  abandoned(now: number, limit: number): Promise<readonly JobRun[]>;
  /** Takes an abandoned run over; false when another was faster. */
  reclaim(run: JobRun, lease: Pick<JobRun, "owner" | "leaseUntil">): Promise<boolean>;
  /** Ends the leases of all claimed runs. Only for a store that proves all earlier owners dead. */
  voidRunLeases(): Promise<void>;
  /** Queued runs whose message has a terminal state. */
  ended(limit: number): Promise<readonly JobRun[]>;
  /** Returns the cost of a job's runs since a moment, in billionths of a dollar. */
  costSince(job: JobId, since: number): Promise<bigint>;
}
