import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * An MCP server over stdio, run as a program: its tools are read from the file in its first argument at each
 * request, and each call returns the call's own arguments, or what the tool's `returns` says. A tool with `asks`
 * puts that question first; one with `samples` sends its arguments to the model so often, whatever it gets. Both
 * return the last answer, and write each to `<file>.answers`. The second argument is the server's instructions.
 */
interface ScriptedTool {
  readonly name: string;
  readonly description?: string;
  readonly returns?: string;
  readonly asks?: string;
  readonly samples?: number;
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
      instructions: process.argv[3],
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

/** A call that waits for the client. `left` is how often it still asks the model. */
interface Waiting {
  readonly id: number;
  readonly prompt: string;
  readonly left: number;
}

const waiting = new Map<string, Waiting>();

function askModel({ id, prompt, left }: Waiting): void {
  const asked = `sample-${id}-${left}`;
  waiting.set(asked, { id, prompt, left: left - 1 });
  const messages = [{ role: "user", content: { type: "text", text: prompt } }];
  send({ id: asked, method: "sampling/createMessage", params: { messages, maxTokens: 100 } });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {}, result: reply, error } = JSON.parse(line);
  // Notifications have no id, and get no answer.
  if (id === undefined) continue;
  if (method === undefined) {
    const text = JSON.stringify(reply ?? error);
    appendFileSync(`${process.argv[2]}.answers`, `${text}\n`);
    const call = waiting.get(id);
    if (call && call.left > 0) askModel(call);
    else if (call) send({ id: call.id, result: { content: [{ type: "text", text }] } });
    continue;
  }
  const tool =
    method === "tools/call" ? toolsNow().find(({ name }) => name === params.name) : undefined;
  if (tool?.asks) {
    const properties = { city: { type: "string" } };
    const requestedSchema = { type: "object", properties, required: ["city"] };
    const question = { mode: "form", message: tool.asks, requestedSchema };
    waiting.set(`ask-${id}`, { id, prompt: "", left: 0 });
    send({ id: `ask-${id}`, method: "elicitation/create", params: question });
  } else if (tool?.samples)
    askModel({ id, prompt: JSON.stringify(params.arguments), left: tool.samples });
  else send({ id, result: answer(method, params) });
}
