import type { Health } from "../../../src/channels/http/health.ts";

/** Returns the health of a process that is ready, with the figures of `text`. */
export function readyHealth(text = "up 1\n"): Health {
  return {
    uptimeMs: 1,
    readiness: async () => ({ agent: "running", reasons: [], unavailable: [] }),
    metrics: async () => text,
  };
}
