import { isRecord } from "../../kernel/json.ts";
import { parseJson } from "../../kernel/parse-json.ts";

/**
 * Sends calls of the tool search without ids of their own, as other calls are sent when
 * nothing is stored at the provider. The package fills in ids that the provider never gave.
 */
export function withoutSearchIds(send: typeof fetch): typeof fetch {
  return (url, init) => {
    const body = init?.body;
    if (typeof body !== "string" || !body.includes('"tool_search_call"')) return send(url, init);
    return send(url, { ...init, body: withoutIds(body) });
  };
}

function withoutIds(body: string): string {
  const request = parseJson(body)?.value;
  if (!isRecord(request) || !Array.isArray(request["input"])) return body;
  return JSON.stringify({ ...request, input: request["input"].map(withoutId) });
}

function withoutId(item: unknown): unknown {
  if (!isRecord(item) || item["type"] !== "tool_search_call") return item;
  const { id: _id, ...rest } = item;
  return rest;
}
