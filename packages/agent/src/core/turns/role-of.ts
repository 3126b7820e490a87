import { lowerRole, type Role } from "../../kernel/principal.ts";
import type { Repositories } from "../../store/store.ts";
import type { MessageRow } from "./choose-batch.ts";

/** Returns the role that messages are answered with: the lowest of their authors', then or by now. */
export async function roleOf(
  tx: Pick<Repositories, "people">,
  rows: readonly MessageRow[],
): Promise<Role> {
  let role: Role = "owner";
  for (const { author, body } of rows) {
    const known = await tx.people.byId(author);
    role = [role, body.role, known?.role ?? body.role].reduce(lowerRole);
  }
  return role;
}
