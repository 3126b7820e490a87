import { people } from "@reeve/operations/people/people";
import { useAsk } from "./agent.ts";
import { useIsAtLeast, useMe } from "./me.ts";

/** A function that returns the name of a person. An unknown id stays as it is. */
export function usePersonName(): (id: string) => string {
  const { person } = useMe();
  const isEnabled = useIsAtLeast("admin");
  const { data } = useAsk(people.list, { limit: 200 }, { isEnabled });
  return (id) => {
    if (id === person.id) return person.name;
    return data?.items.find((one) => one.id === id)?.name ?? id;
  };
}
