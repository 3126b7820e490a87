import { tokens, type TokenView } from "@reeve/operations/people/tokens";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve tokens`. */
export const tokensCommand = defineCommandLine({
  command: "tokens",
  operations: tokens,
  show: {
    list: ({ items }) =>
      linesOf(
        items,
        toLine,
        "There are no tokens. Create one: reeve tokens create <name> --scope chat",
      ),
    create: (made) =>
      `${toLine(made)}\n\n  ${made.token}\n\nSave it now: it is not shown again. Send it as "Authorization: Bearer …" or "X-API-Token: …".`,
    revoke: () => "The token was revoked.",
    link: ({ url, expiresAt }) =>
      `Open this in your browser before ${new Date(expiresAt).toISOString()}; it works once:\n\n  ${url}\n\nDo not share it: it signs in as you.`,
    signOut: ({ browsers }) => `${browsers} browsers were signed out.`,
  },
});

function toLine({ id, name, owner, scopes, ...times }: TokenView): string {
  const { expiresAt, lastUsedAt, revokedAt } = times;
  const used = lastUsedAt === null ? "never used" : `used ${toDay(lastUsedAt)}`;
  const until = expiresAt === null ? "" : `, until ${toDay(expiresAt)}`;
  const end = revokedAt === null ? until : `, revoked ${toDay(revokedAt)}`;
  return `${id}  ${name} (${scopes.join(", ")}) for ${owner}, ${used}${end}`;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
