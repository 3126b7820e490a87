import { audit, type AuditRecord } from "@reeve/operations/agent/audit";
import { Fault } from "@reeve/sdk";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve audit`. */
export const auditCommand = defineCommandLine({
  command: "audit",
  operations: audit,
  aliases: { "--verify": "verify" },
  show: {
    list: ({ items }) => linesOf(items, toLine, "No tool calls yet."),
    verify({ rows, forgotten, isWhole, brokenAt, because }) {
      const gaps = forgotten > 0 ? `; content was forgotten in ${forgotten}` : "";
      return isWhole
        ? `The audit log is intact: ${rows} records${gaps}.`
        : `The audit log is damaged at record ${brokenAt}: ${because}.`;
    },
  },
  options: {
    list: {
      tool: { type: "string", description: "Only calls to this tool.", value: "name" },
      person: { type: "string", description: "Only calls for this person.", value: "name" },
      since: { type: "string", description: "Only calls since this date.", value: "date" },
      limit: {
        type: "string",
        description: "The maximum number of records. Default: 50.",
        value: "number",
      },
      cursor: { type: "string", description: "The value of `next` from the previous page." },
    },
  },
  read: {
    list: ({ options: { tool, person, since, limit, cursor } }) => ({
      ...(typeof tool === "string" && { tool }),
      ...(typeof person === "string" && { person }),
      ...(typeof since === "string" && { since: readTime(since) }),
      ...(typeof limit === "string" && { limit: Number(limit) }),
      ...(typeof cursor === "string" && { cursor }),
    }),
  },
  fails: { verify: ({ isWhole }) => !isWhole },
});

function readTime(text: string): number {
  const at = Date.parse(text);
  if (Number.isFinite(at)) return at;
  throw new Fault("invalid", `"${text}" is not a valid date.`, { hint: "Example: 2026-02-20" });
}

function toLine({ n, at, tool, name, args, taint, isForgotten, ...facts }: AuditRecord) {
  const { verdict = "?", outcome = "?", durationMs, authority, role = "?" } = facts;
  const took = durationMs === undefined ? "" : ` in ${durationMs} ms`;
  const by = authority ? ` by ${authority.by}` : "";
  const said = isForgotten && args === undefined ? "[forgotten]" : JSON.stringify(args);
  const when = new Date(at).toISOString().slice(0, 19);
  const after = taint?.origin === undefined ? "" : `, based on ${taint.origin}`;
  return `${n}  ${when}  ${tool}  ${verdict}${by}, ${outcome}${took}${after}  ${name ?? "?"} (${role})\n  ${said}`;
}
