import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * An MCP server over stdio, run as a program: its tools are read from the file in its first argument at each
 * request, and each call returns the call's own arguments, or what the tool's `returns` says.
 */
interface ScriptedTool {
  readonly name: string;
  readonly description?: string;
  readonly returns?: string;
}

function toolsNow(): readonly ScriptedTool[] {
  return JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
}

function answer(method: string, params: { readonly name?: string; readonly arguments?: unknown }) {
  if (method === "initialize")
    return {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "scripted", version: "1" },
    };
  if (method === "tools/list")
    return {
      tools: toolsNow().map(({ name, description }) => ({
        name,
        description,
        inputSchema: { type: "object" },
      })),
    };
  const tool = toolsNow().find(({ name }) => name === params.name);
  const text = tool?.returns ?? JSON.stringify(params.arguments ?? {});
  return { content: [{ type: "text", text }] };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  // Notifications have no id, and get no answer.
  if (id === undefined) continue;
  const result = answer(method, params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}
