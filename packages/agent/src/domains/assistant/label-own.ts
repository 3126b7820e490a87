import { type CallLabels, joinLabels, type Label } from "../../kernel/label.ts";
import type { PersonKey } from "../../store/people.ts";

export interface Labelled {
  readonly label?: Label | undefined;
}

/** How what belongs to one person is labelled, for one call. */
export interface OwnLabels {
  /** Says to the call who stands behind what it is handed. */
  mark(thing: Labelled): void;
  /** The label of what is written now, of these and of the call; empty where its person stands behind all of it. */
  write(...labels: readonly (Label | undefined)[]): Labelled;
}

/** Without the labels of a call everything is its person's own. */
export function labelOwn({ person }: PersonKey, labels: CallLabels | undefined): OwnLabels {
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
