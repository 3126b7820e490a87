import type { Quarantine } from "../quarantine.ts";

/** Lets everything run at once. */
export const OPEN_QUARANTINE: Pick<Quarantine, "enter"> = {
  enter: async () => ({ leave: async () => undefined }),
};
