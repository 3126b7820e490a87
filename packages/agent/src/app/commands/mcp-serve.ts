import { once } from "node:events";
import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { connectSocket, type SocketConnection } from "@reeve/client/socket";
import { createLineReader } from "@reeve/client/line-reader";
import { TOKEN_SCOPES, type TokenScope } from "@reeve/operations/access";
import { Fault } from "@reeve/sdk";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { resolveHome } from "../../platform/home.ts";
import type { CommandContext } from "../cli/command.ts";

/** Maximum size of a message in bytes. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** Clients rarely need more, and a model with the scope `approve` could allow its own calls. */
const DEFAULT_SCOPE: TokenScope = "chat";

/**
 * `reeve mcp serve`: carries messages between an MCP client on standard input and output and the
 * running agent. Writes nothing else to standard output. Ends when either side closes.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const scope = readScope(args);
  const { env, stdin, stdout } = context;
  const { socket } = resolveHome(env, homedir());
  const left = new AbortController();
  using connection = await connectSocket(socket, {
    signal: AbortSignal.any([context.signal, left.signal]),
    onMcp: (message) => stdout.write(`${JSON.stringify(message)}\n`),
  });
  await connection.hello("mcp");
  await connection.request({ type: "mcp-open", scopes: [scope] });
  // A client that has gone reads nothing any more.
  stdout.once("error", () => left.abort());
  const reading = readMessages(context, connection);
  const ended = await Promise.race([reading, connection.closed.then(() => "closed" as const)]);
  stdin.destroy();
  if (ended !== "closed" || context.signal.aborted || left.signal.aborted) return 0;
  throw new Fault("unavailable", "The agent has stopped.", {
    hint: "Start the agent with: reeve start --detach",
  });
}

function readScope(args: readonly string[]): TokenScope {
  const { values } = parseArgs({ args: [...args], options: { scope: { type: "string" } } });
  const { scope = DEFAULT_SCOPE } = values;
  const found = TOKEN_SCOPES.find((one) => one === scope);
  if (found) return found;
  throw new Fault("invalid", `Unknown scope: "${scope}".`, {
    hint: `Use one of: ${TOKEN_SCOPES.join(", ")}.`,
  });
}

/** Sends the client's messages to the agent until standard input ends. */
async function readMessages(
  { stdin, stdout, stderr }: CommandContext,
  connection: SocketConnection,
): Promise<void> {
  const lines = createLineReader({ maxBytes: MAX_LINE_BYTES });
  const answer = (code: number, message: string) =>
    stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`);
  stdin.on("data", (chunk: Buffer | string) => {
    for (const line of lines.push(Buffer.from(chunk))) {
      if (line.trim() === "") continue;
      const json = parseJson(line);
      if (json) {
        connection
          .request({ type: "mcp", message: json.value })
          .catch((error: unknown) => stderr.write(`${String(error)}\n`));
      } else answer(-32_700, "The line is not valid JSON.");
    }
    if (!lines.isOverlong) return;
    answer(-32_600, `The message is larger than ${MAX_LINE_BYTES} bytes.`);
    stdin.destroy();
  });
  await once(stdin, "close");
}
