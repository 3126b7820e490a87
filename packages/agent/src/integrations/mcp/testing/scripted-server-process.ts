import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * An MCP server over stdio, run as a program: its tools are read from the file in its first argument at each
 * request, and each call returns the call's own arguments, or what the tool's `returns` says. A tool with `asks`
 * puts that question first, returns the answer, and writes it to `<file>.answers`.
 */
interface ScriptedTool {
  readonly name: string;
  readonly description?: string;
  readonly returns?: string;
  readonly asks?: string;
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

const send = (message: object) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {}, result: reply } = JSON.parse(line);
  // Notifications have no id, and get no answer.
  if (id === undefined) continue;
  if (method === undefined) {
    const text = JSON.stringify(reply);
    appendFileSync(`${process.argv[2]}.answers`, `${text}\n`);
    send({
      id: Number(String(id).slice("ask-".length)),
      result: { content: [{ type: "text", text }] },
    });
    continue;
  }
  const asks =
    method === "tools/call" && toolsNow().find((tool) => tool.name === params.name)?.asks;
  if (asks) {
    const properties = { city: { type: "string" } };
    const requestedSchema = { type: "object", properties, required: ["city"] };
    const question = { mode: "form", message: asks, requestedSchema };
    send({ id: `ask-${id}`, method: "elicitation/create", params: question });
  } else send({ id, result: answer(method, params) });
}
