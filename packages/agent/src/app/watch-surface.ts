import type { Surface } from "../surfaces/surface.ts";
import { type StartSteps, tellReason } from "./start-steps.ts";

/** A surface whose failures are told as "unavailable" until it listens again. */
export function watchSurface(surface: Surface, steps: Pick<StartSteps, "report">): Surface {
  return {
    name: surface.name,
    ...(surface.push && { push: surface.push }),
    ...(surface.files && { files: surface.files }),
    ...(surface.canSpeak && { canSpeak: surface.canSpeak }),
    ...(surface.isPairing !== undefined && { isPairing: surface.isPairing }),
    ...(surface.canAsk !== undefined && { canAsk: surface.canAsk }),
    get username() {
      return surface.username;
    },
    async listen(inbox, signal) {
      const listening = surface.listen(inbox, signal);
      steps.report(surface.name, undefined);
      await listening.catch((error: unknown) => {
        steps.report(surface.name, tellReason(error));
        throw error;
      });
    },
  };
}
