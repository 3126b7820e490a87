/**
 * Retries of one piece of work whose subject has no columns for them, or that was running when the
 * process died. There is a row only once something went wrong.
 */
export interface WorkRow {
  readonly kind: string;
  /** Id of the piece of work, unique in its kind. */
  readonly id: string;
  /** Errors and refusals. */
  readonly attempts: number;
  /** Outages in a row. */
  readonly outages: number;
  /** Process deaths while it ran alone, since it last made progress. */
  readonly crashes: number;
  /** Process deaths while it ran among others, since it last made progress. */
  readonly suspicion: number;
  /** First failure, in Unix milliseconds. */
  readonly createdAt: number;
  /** When it may run again, in Unix milliseconds. */
  readonly nextAt: number;
  /** `failed` and `expired` rows are dead letters; `dropped` ones were given up by a person. */
  readonly state: "waiting" | "failed" | "expired" | "dropped";
  readonly reason: string | null;
}

/** Retries of work without columns of its own. */
export interface WorkStore {
  of(kind: string): Promise<readonly WorkRow[]>;
  byId(kind: string, id: string): Promise<WorkRow | undefined>;
  /** Adds a row, or replaces it. */
  set(row: WorkRow): Promise<void>;
  /** Removes a row: its work succeeded, or is tried as if it were new. */
  remove(kind: string, id: string): Promise<boolean>;
  /** Returns dead letters, oldest first. */
  dead(limit: number): Promise<readonly WorkRow[]>;
  /** Returns waiting work that was running when the process died. */
  suspects(): Promise<readonly WorkRow[]>;
}
