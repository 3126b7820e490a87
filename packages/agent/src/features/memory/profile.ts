import { profile } from "@reeve/operations/memory/profile";
import type { Principal } from "../../kernel/principal.ts";
import type { Kernel } from "../../store/kernel.ts";
import { editProfile, profileText } from "../../memory/profile.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { Profile } from "../../store/people/profiles.ts";
import { findPerson } from "./find-person.ts";

export function createProfile(deps: Kernel): Implementation {
  const { store, newId } = deps;
  return implement(
    profile,
    {
      async show({ person }, call) {
        const found = await findPerson(person, call, store);
        const owner = { tenant: found.tenant, person: found.id };
        return toView(found, await store.read.profiles.of(owner));
      },
      async edit({ person, text }, call) {
        const found = await findPerson(person, call, store);
        const owner = { tenant: found.tenant, person: found.id };
        return toView(found, await editProfile(owner, text, deps));
      },
    },
    newId,
  );
}

function toView({ id, name }: Principal, stored: Profile | undefined) {
  return {
    person: id,
    name,
    text: profileText(stored),
    fixed: stored?.fixed ?? "",
    updatedAt: stored?.updatedAt ?? null,
    facts: stored?.evidence.length ?? 0,
  };
}
