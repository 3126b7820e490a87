/** How the process and the agent in it do; it answers whether or not the agent runs. */
export interface Health {
  /** Since the process began. */
  readonly uptimeMs: number;
  readiness(): Promise<Readiness>;
  /** In Prometheus' text format. */
  metrics(): Promise<string>;
}

export interface Readiness {
  /** State of the agent; it serves requests while `running`. */
  readonly agent: string;
  /** Why it is not ready; empty when it is. */
  readonly reasons: readonly string[];
  /** Parts that do not work, while the others do. */
  readonly unavailable: readonly { readonly part: string; readonly reason: string }[];
}
