import { rules } from "@reeve/operations/rules";
import { Fault } from "@reeve/sdk";
import type { NewId } from "../../kernel/ids.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Policy } from "../../store/policies.ts";
import type { Store } from "../../store/store.ts";
import { callerPlace, refuseToChange } from "../caller-place.ts";

export interface RuleDeps {
  readonly store: Store;
  readonly newId: NewId;
}

/** Rules that people gave in a chat: to list, and to remove. */
export function ruleOperations({ store, newId }: RuleDeps): Implementation {
  return implement(
    rules,
    {
      list: async (page, caller) => cutPage(await rulesOf(store, caller), page, ({ id }) => id),
      async remove({ rule: id }, caller) {
        const rule = (await rulesOf(store, caller)).find((one) => one.id === id);
        if (!rule)
          throw new Fault("missing", `There is no rule ${id} in this chat.`, {
            hint: "Take the id from the list of its rules.",
          });
        const place = await store.read.places.byId(rule.place);
        if (place) refuseToChange(place, caller.person);
        await store.commit("configure-place", (tx) => tx.policies.remove(rule.place, id));
      },
    },
    newId,
  );
}

async function rulesOf(store: Store, caller: Caller): Promise<readonly Policy[]> {
  const place = await callerPlace(caller, store);
  return place ? store.read.policies.ofPlace(place.id) : [];
}
