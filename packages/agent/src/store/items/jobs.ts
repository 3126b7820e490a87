import type { InboxId, JobId, PersonId, ChatId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";
import type { Role } from "../../kernel/principal.ts";

/** Kind of a job: `reminder` and `watch` are posted as they are, `agent` starts a turn, `tool` is one call. */
export type JobKind = "reminder" | "agent" | "tool" | "watch";

/** Policies for runs that were missed while the agent was off. */
export const MISSED_POLICIES = ["skip", "run-once", "run-all"] as const;

export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** Policies for a job whose parent has failed. */
export const PARENT_POLICIES = ["skip", "continue"] as const;

export type ParentPolicy = (typeof PARENT_POLICIES)[number];

/** `active`: it may run again. */
export type JobState = "active" | "done" | "cancelled";

/** Schedule of a job; instants in Unix milliseconds. */
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
  /** Due once all of its parents have run. */
  | { readonly type: "after" }
  /** Due when someone writes a message that contains all of the words. */
  | {
      readonly type: "watch";
      /** Name, username or id on the channel; without it, anyone. */
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

/** Task that the agent runs later on its own. */
export interface Job {
  readonly id: JobId;
  readonly tenant: string;
  readonly maker: PersonId;
  /** Chat where it was created, posts and runs. */
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
  /** Time at which it is due; null while it waits for other jobs or a message, or will not run again. */
  readonly nextAt: number | null;
  /** Time of its last run. */
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
  /** Time of its last state change. */
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
/** Times in Unix milliseconds; undefined if there is no such job or run. */
export interface JobAgenda {
  /** When the next job becomes due. */
  readonly nextAt: number | undefined;
  /** When the first claim of a run without a message ends. */
  readonly leaseUntil: number | undefined;
  /** Whether a run waits for the end of its message. */
  readonly hasQueued: boolean;
}

export interface JobStore {
  /** False when its id is there already. */
  add(job: Job): Promise<boolean>;
  byId(id: JobId): Promise<Job | undefined>;
  /** The next one first; those that are not due at any time last, the newest first. */
  list(filter: JobFilter): Promise<readonly Job[]>;
  /** Returns the number of jobs that match a filter. */
  count(filter: Omit<JobFilter, "limit">): Promise<number>;
  /** Returns jobs due at `now`, earliest first. */
  due(now: number, limit: number): Promise<readonly Job[]>;
  /** Returns when there is something to do for jobs and their runs. */
  agenda(): Promise<JobAgenda>;
  /**
   * Moves a job on that is active and due at `from`, and at no other time: false when another
   * was faster. `from` null: it is due at no time.
   */
  move(
    id: JobId,
    from: number | null,
    to: Partial<Pick<Job, "nextAt" | "lastAt" | "state" | "matched" | "chat">>,
  ): Promise<boolean>;
  /** Changes a job in any state; false if there is none. */
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
  /** Ends expired watches; returns their number. */
  endWatches(now: number): Promise<number>;

  /** False when the instant has run already. */
  addRun(run: JobRun): Promise<boolean>;
  run(job: JobId, instant: number): Promise<JobRun | undefined>;
  /** The newest first. */
  runs(job: JobId, limit: number): Promise<readonly JobRun[]>;
  /** Removes finished runs of instants before one, in Unix milliseconds; returns their number. */
  removeRuns(job: JobId, before: number): Promise<number>;
  /** Changes a run that is not final; false when it is, or there is none. */
  settleRun(
    job: JobId,
    instant: number,
    change: Pick<JobRun, "state" | "at"> & Partial<Pick<JobRun, "message" | "result" | "label">>,
  ): Promise<boolean>;
  /** Returns claimed runs whose lease has expired: their worker may be dead. */
  abandoned(now: number, limit: number): Promise<readonly JobRun[]>;
  /** Takes an abandoned run over; false when another was faster. */
  reclaim(run: JobRun, lease: Pick<JobRun, "owner" | "leaseUntil">): Promise<boolean>;
  /** Ends the leases of all claimed runs. Only for a store that proves all earlier owners dead. */
  voidRunLeases(): Promise<void>;
  /** Queued runs whose message has a terminal state, and whose calls wait for no approval. */
  ended(limit: number): Promise<readonly JobRun[]>;
  /** Returns the cost of a job's runs since a moment, in billionths of a dollar. */
  costSince(job: JobId, since: number): Promise<bigint>;
}
