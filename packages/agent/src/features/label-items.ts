import { type CallLabels, joinLabels, type Label } from "../kernel/label.ts";
import type { PersonKey } from "../store/people/people.ts";

export interface Labelled {
  readonly label?: Label | undefined;
}

/** Labels of the items of one person, for one call. */
export interface ItemLabels {
  /** Says to the call who stands behind what it is handed. */
  mark(thing: Labelled): void;
  /** The label of what is written now, of these and of the call; empty where its person stands behind all of it. */
  write(...labels: readonly (Label | undefined)[]): Labelled;
}

/** Labels items for a call; without its labels everything is its person's own. */
export function labelItems({ person }: PersonKey, labels: CallLabels | undefined): ItemLabels {
  return {
    mark({ label }) {
      if (label) labels?.mark(label);
      labels?.mark({ integrity: "owner", audience: `person:${person}` });
    },
    write(...others) {
      const known = [labels?.taint, ...others].filter((label) => label !== undefined);
      const label = joinLabels(known);
      return label.integrity === "owner" ? {} : { label };
    },
  };
}
