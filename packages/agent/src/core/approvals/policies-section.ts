import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Policy } from "../../store/policies.ts";
import type { Store } from "../../store/store.ts";
import { callerPlace, refuseToChange } from "../caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";

/** What people laid down in a chat: to see, and to take back. */
export function policiesSection(store: Store): ControlSection {
  return {
    name: "policies",
    methods: {
      list: defineMethod({
        summary: "The rules of this chat, oldest first.",
        params: z.object({}),
        run: (_params, caller) => policiesOf(store, caller),
      }),
      remove: defineMethod({
        summary: "Take back a rule of this chat.",
        params: z.object({ policy: z.string() }),
        run: async ({ policy: id }, caller) => {
          const policies = await policiesOf(store, caller);
          const policy = policies.find((one) => one.id === id);
          if (!policy)
            throw new Fault("missing", `There is no rule ${id} in this chat.`, {
              hint: "Take the id from the list of its rules.",
            });
          const place = await store.read.places.byId(policy.place);
          if (place) refuseToChange(place, caller.person);
          await store.commit("configure-place", (tx) => tx.policies.remove(policy.place, id));
          return { removed: policy.text };
        },
      }),
    },
  };
}

async function policiesOf(store: Store, caller: Caller): Promise<readonly Policy[]> {
  const place = await callerPlace(caller, store);
  return place ? store.read.policies.ofPlace(place.id) : [];
}
