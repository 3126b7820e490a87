import { once } from "node:events";
import { API_SURFACE } from "../../core/conversations.ts";
import type { Surface } from "../surface.ts";

/**
 * The API as a surface of an agent. The gateway, which outlives the agent, brings its messages: so
 * there is nothing to listen for here. Programs cannot be asked, but who listens hears questions.
 */
export function createHttpSurface(): Surface {
  return {
    name: API_SURFACE,
    canAsk: false,
    async listen(_inbox, signal) {
      if (!signal.aborted) await once(signal, "abort");
    },
  };
}
