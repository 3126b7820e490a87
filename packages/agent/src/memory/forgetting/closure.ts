import type { FactId, PersonId, SessionId } from "../../kernel/ids.ts";
import type { ErasurePlan, Forgetting, ErasableMessage } from "../../store/forgetting.ts";

/** A thing that is to be forgotten, and all that goes with it. */
export interface Closure {
  readonly kind: Forgetting["kind"];
  readonly audience: string;
  readonly messages: readonly ErasableMessage[];
  readonly facts: readonly FactId[];
  readonly notes: readonly OwnedNote[];
  readonly sessions: readonly SessionId[];
  /** Texts of all of them. */
  readonly texts: readonly string[];
}

/** A note, a to-do or something to read: they are found alike. */
export interface OwnedNote {
  readonly id: string;
  readonly person: PersonId;
}

/** Traces that identify copies of a text, and where they may be. */
export type Traces = Pick<ErasurePlan, "texts" | "parts" | "phrases" | "reach">;
