import { z } from "zod";
import { nothing } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { wireInputOf } from "../wire-input.ts";

/** A JSON schema of objects. */
export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** A tool as an MCP server lists it (`tools/list`, Model Context Protocol since 2025-06-18). */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Absent for operations that return nothing. */
  readonly outputSchema?: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
}

/** Returns the MCP tool of an operation; a `.` in its name becomes `_`. */
export function toMcpTool(operation: Operation): McpTool {
  const { name, summary, description, output, effect } = operation;
  return {
    name: name.replace(".", "_"),
    description: [summary, description].filter(Boolean).join(" "),
    inputSchema: schemaOf(wireInputOf(operation), "input"),
    ...(output !== nothing && { outputSchema: schemaOf(output, "output") }),
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: effect === "delete",
      idempotentHint: effect !== "create",
    },
  };
}

/** MCP wants the object itself at the root: not a reference to it, and not a bare choice between objects. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): ObjectSchema {
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  const { $schema: _dialect, $ref, ...rest } = json;
  const named = $ref === undefined ? undefined : json.$defs?.[$ref.replace("#/$defs/", "")];
  const { id: _id, ...root } = named ?? {};
  return { ...rest, ...root, type: "object" };
}
