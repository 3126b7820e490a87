import { z } from "zod";
import { type FoundTool, isDeclared } from "./find-tools.ts";
import { isRecord } from "../../packages/agent/src/kernel/text/json.ts";
import { escapeCell, NOTICE } from "./markdown.ts";

/** Returns the page that lists what each tool does, takes and may do to the world. */
export function toolsReference(tools: readonly FoundTool[]): string {
  const categories = [...new Set(tools.map(({ category }) => category))].toSorted();
  const sections = categories.map((category) => {
    const members = tools.filter((found) => found.category === category);
    return `## ${category}\n\n${members.map(toolSection).join("\n")}`;
  });
  const built = tools.filter(({ tool }) => !isDeclared(tool)).length;
  const count =
    built === tools.length
      ? `${built} tools are built in.`
      : `${built} tools are built in, and ${tools.length - built} await something before they can run.`;
  return `# Tools\n\n${NOTICE}\n\n${count}\n\n${sections.join("\n")}`;
}

function needsOf(tool: FoundTool["tool"]): readonly string[] {
  if (isDeclared(tool)) return [`requires ${tool.requires}`];
  if (tool.needs.length === 0) return [];
  return [`needs ${tool.needs.map((need) => `\`${need}\``).join(", ")}`];
}

function toolSection({ tool }: FoundTool): string {
  const facts = [
    `effect \`${tool.effect}\`${tool.effectOf ? " or another, by its arguments" : ""}`,
    `scope \`${tool.scope}\``,
    `access \`${tool.access}\``,
    `replay \`${tool.replay ?? (tool.effect === "read" ? "rerun" : "unknown")}\``,
    ...needsOf(tool),
  ];
  return [
    `### \`${tool.name}\``,
    "",
    tool.summary,
    "",
    facts.join(" · "),
    "",
    ...paramRows(tool.params),
    "",
  ].join("\n");
}

function paramRows(params: z.ZodType): readonly string[] {
  const schema = z.toJSONSchema(params, { io: "input", unrepresentable: "any" });
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return ["Takes no parameters."];
  const rows = properties.map(([name, property]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const details = typeof property === "object" ? property : {};
    const cells = [
      `\`${name}\``,
      typeOf(details),
      isRequired ? "yes" : "",
      details.description ?? "",
    ];
    return `| ${cells.map(escapeCell).join(" | ")} |`;
  });
  return ["| parameter | type | required | |", "| --- | --- | --- | --- |", ...rows];
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const { enum: choices, anyOf, type, items } = schema;
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.filter(isRecord).map(typeOf).join(" | ");
  if (type === "array" && isRecord(items)) return `${typeOf(items)}[]`;
  return typeof type === "string" ? type : "any";
}
