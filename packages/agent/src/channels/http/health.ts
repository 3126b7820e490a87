/** State of the process and its agent; available whether or not the agent runs. */
export interface Health {
  /** Time in milliseconds since the process started. */
  readonly uptimeMs: number;
  readiness(): Promise<Readiness>;
  /** Returns the metrics in Prometheus' text format. */
  metrics(): Promise<string>;
}

export interface Readiness {
  /** State of the agent; it serves requests while `running`. */
  readonly agent: string;
  /** Reasons why it is not ready; empty when it is. */
  readonly reasons: readonly string[];
  /** Components that do not work while the others do. */
  readonly unavailable: readonly { readonly part: string; readonly reason: string }[];
}
