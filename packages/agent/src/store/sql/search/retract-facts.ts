import type { Kysely } from "kysely";
import { type ChatId, toId } from "../../../kernel/ids.ts";
import type { PassageStore } from "../../passages.ts";
import { createFacts } from "./facts.ts";
import { createProfiles } from "../people/profiles.ts";
import type { Tables } from "../tables.ts";

/** Retracts facts that rest only on a deleted message, or on its text before the edit `before`. */
export async function retractFacts(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
  {
    chat,
    messageId,
    before,
  }: { readonly chat: ChatId; readonly messageId: string; readonly before: number },
): Promise<void> {
  const facts = createFacts(db, passages);
  const gone = await db
    .deleteFrom("fact_evidence")
    .where("chat", "=", chat)
    .where("message", "=", messageId)
    .where("edit", "<", before)
    .returning("fact")
    .execute();
  for (const id of new Set(gone.map(({ fact }) => fact))) {
    const fact = await facts.byId(id);
    const left = await facts.evidenceOf(id);
    // A fact that a person confirmed rests on their word now.
    if (fact?.state !== "active" || left.length > 0 || fact.confirmedBy !== null) continue;
    await facts.change(id, { state: "retracted" });
    const { tenant, audience } = fact;
    await createProfiles(db).markStale({ tenant, person: toId(audience) }, id);
  }
}
