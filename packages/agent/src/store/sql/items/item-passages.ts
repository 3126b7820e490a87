import type { Kysely } from "kysely";
import { integrityOf, provenanceOf, type Label } from "../../../kernel/label.ts";
import type { PassageStore, ScopeKey } from "../../search/passages.ts";
import type { PersonKey } from "../../people/people.ts";
import type { Tables } from "../tables.ts";

/** Passages of people's own items. */
export interface ItemPassages {
  put(owner: PersonKey, written: ItemText): Promise<void>;
  remove(owner: PersonKey, id: string): Promise<void>;
}

export interface ItemText {
  readonly id: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Absent: the person's own text. */
  readonly label?: Label | undefined;
}

/** Notes, to-dos and what is to be read are passages of one kind: `note`. */
export function createItemPassages(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
): ItemPassages {
  return {
    async put(owner, { id, text, at, label }) {
      const person = await db
        .selectFrom("people")
        .select("role")
        .where("id", "=", owner.person)
        .executeTakeFirst();
      const own: Label = { integrity: integrityOf(person?.role ?? "stranger"), audience: "all" };
      await passages.put({
        scope: scopeOf(owner),
        ref: id,
        author: null,
        ...provenanceOf([own, ...(label ? [label] : [])]),
        at,
        text,
      });
    },
    async remove(owner, id) {
      await passages.remove(scopeOf(owner), id);
    },
  };
}

function scopeOf({ tenant, person }: PersonKey): ScopeKey {
  return { tenant, audience: person, chat: null, source: "note" };
}
