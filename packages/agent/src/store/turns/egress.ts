import type { CallId, TurnId } from "../../kernel/ids.ts";
import type { PersonKey } from "../people/people.ts";

/** Bits that a call told others, at most. */
export interface EgressRow extends PersonKey {
  readonly call: CallId;
  readonly turn: TurnId;
  /** To hosts. */
  readonly hosts: number;
  /** To declared recipients, such as the search provider. */
  readonly declared: number;
  readonly at: number;
}

/** Bits that calls told others while private and untrusted text stood in one prompt. */
export interface EgressStore {
  /** Charges a call once, however often it is stored. */
  add(row: EgressRow): Promise<void>;
  /** Sums up what a person's calls told since a time, and what those of one turn told. */
  spent(
    owner: PersonKey,
    within: { readonly turn: TurnId; readonly since: number },
  ): Promise<{ readonly turn: number; readonly day: number; readonly declared: number }>;
}
