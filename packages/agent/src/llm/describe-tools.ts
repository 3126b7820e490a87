import { isRecord } from "../kernel/text/json.ts";
import type { ToolDefinition } from "./model.ts";

/** So many tools are described in words, too. Of the others, names and parameters say enough. */
const IN_WORDS = 3;

/** Tools that are not in a model's list, the best first: it calls them through `tool_call`. */
export function describeTools(tools: readonly ToolDefinition[]): string {
  const lines = tools.map((tool, at) =>
    at < IN_WORDS ? `${signatureOf(tool)}: ${purposeOf(tool)}` : signatureOf(tool),
  );
  return `<context type="tools">\nCall these with tool_call:\n${lines.join("\n")}\n</context>`;
}

/**
 * A tool in one line: `note_create(text, tags?: string[])`. It takes a tenth of the definition's
 * tokens. A parameter without a type is a string.
 */
export function signatureOf({ name, params }: ToolDefinition): string {
  return inLine(`${name}(${parametersOf(params)})`);
}

/** The first sentence of the summary. Later ones say when to use other tools. */
function purposeOf({ summary }: ToolDefinition): string {
  return inLine(summary.split(/(?<=[.!?])\s/, 1)[0] ?? summary);
}

type Schema = Readonly<Record<string, unknown>>;

function parametersOf({ properties, required }: Schema): string {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isRecord(properties) ? properties : {})
    .map(([name, schema]) => {
      const type = isRecord(schema) ? typeOf(schema) : "any";
      return `${name}${needed.has(name) ? "" : "?"}${type === "string" ? "" : `: ${type}`}`;
    })
    .join(", ");
}

function typeOf(schema: Schema): string {
  const { type, items, properties } = schema;
  if ("const" in schema) return String(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].join("|");
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) return choices.filter(isRecord).map(typeOf).join("|");
  if (type === "array") return `${isRecord(items) ? typeOf(items) : "any"}[]`;
  if (type === "object" && isRecord(properties) && Object.keys(properties).length > 0)
    return `{${parametersOf(schema)}}`;
  return typeof type === "string" ? type : "any";
}

/** Whoever named a tool cannot end its line or the block around it. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("<", "&lt;");
}
