import type { Me } from "@reeve/client/who-am-i";
import { isAtLeast, type Role } from "@reeve/operations/access";
import { createContext, use } from "react";

const Context = createContext<Me | undefined>(undefined);
export const MeProvider = Context;

/** The person who is signed in. */
export function useMe(): Me {
  const me = use(Context);
  if (!me) throw new Error("Nobody is signed in.");
  return me;
}

/** Whether the person has at least this role. */
export function useIsAtLeast(role: Role): boolean {
  return isAtLeast(useMe().person.role, role);
}
