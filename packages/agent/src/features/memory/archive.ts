import { archive } from "@reeve/operations/archive";
import { callerPlace, refuseToChange } from "../../core/caller-place.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { PrivacyDeps } from "./privacy.ts";

export function createArchive({ store, newId, forgetter }: PrivacyDeps): Implementation {
  return implement(
    archive,
    {
      show: async (_input, call) => ({ archive: await forgetter.archive(call, undefined) }),
      async set({ archive: setting }, call) {
        const place = await callerPlace(call, store);
        if (place) refuseToChange(place, call.person);
        return { archive: await forgetter.archive(call, setting) };
      },
    },
    newId,
  );
}
