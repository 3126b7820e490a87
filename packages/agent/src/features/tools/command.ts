import { tools, type ShownTool, type ToolView } from "@reeve/operations/agent/tools";
import { defineCommandLine } from "../../operations/cli.ts";

/** `reeve tools`. */
export const toolsCommand = defineCommandLine({
  command: "tools",
  operations: tools,
  show: {
    list: ({ items }) => toTable(items),
    show: toDetails,
    find: ({ tools: found }) => found.map(({ name, summary }) => `${name}: ${summary}`).join("\n"),
    try: ({ job }) => `The job ${job} calls the tool.`,
    set: ({ tool, where, now }) => `${tool}, ${where}: ${now}`,
    categories: ({ items }) =>
      items
        .map((one) => `${one.category.padEnd(16)} ${one.state.padEnd(14)} ${one.tools} tools`)
        .join("\n"),
    setCategory: ({ category, where, now }) => `${category} tools, ${where}: ${now}`,
  },
});

function toTable(list: readonly ToolView[]): string {
  const width = Math.max(...list.map(({ name }) => name.length));
  return list
    .map(({ name, effect, scope, access, summary, awaits, connection }) => {
      const facts = `${name.padEnd(width)} ${effect.padEnd(8)} ${scope.padEnd(11)} ${access.padEnd(7)}`;
      const over = connection === null ? "" : `(over ${connection}) `;
      return `${facts} ${awaits === null ? over : `(needs ${awaits}) `}${summary}`;
    })
    .join("\n");
}

function toDetails(shown: ShownTool): string {
  const width = Math.max(...Object.keys(shown).map(({ length }) => length));
  return Object.entries(shown)
    .map(([field, value]) => `${field.padEnd(width)}  ${inLines(value, width)}`)
    .join("\n");
}

function inLines(value: unknown, width: number): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return "–";
  const lines = value.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return lines.join(`\n${" ".repeat(width)}  `);
}
