import { isRecord } from "../../kernel/text/json.ts";

/** Longer instructions are cut: a model reads them once in each session. */
const MAX_CHARS = 1000;
/** Sessions that are remembered; older ones read the instructions once more. */
const MAX_SESSIONS = 500;

/** Adds the instructions of a server to the first result of a session. */
export type AddInstructions = (
  result: unknown,
  instructions: string | undefined,
  session: string,
) => unknown;

/**
 * Returns a function that adds a server's instructions to results. They are text of the server: inside of a result,
 * they have its label, and no prompt begins with them.
 */
export function createInstructions(server: string): AddInstructions {
  const shown = new Set<string>();
  return (result, instructions = "", session) => {
    const text = instructions.trim().slice(0, MAX_CHARS);
    const key = `${session}\n${text}`;
    if (text === "" || shown.has(key)) return result;
    for (const oldest of shown) {
      if (shown.size < MAX_SESSIONS) break;
      shown.delete(oldest);
    }
    shown.add(key);
    const note = `How the MCP server ${server} describes its use. The person did not write this: ${text}`;
    return isRecord(result) ? { ...result, _server: note } : `${String(result)}\n\n[${note}]`;
  };
}
