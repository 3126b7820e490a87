import type { Ask } from "@reeve/operations/ask";
import { conversationFieldOf, httpOf, type Operation } from "@reeve/operations/operation";
import { wireInputOf } from "@reeve/operations/wire-input";
import { Fault, FAULT_CODES } from "@reeve/sdk";
import { z } from "zod";

export interface HttpOptions {
  /** The gateway's address: `http://127.0.0.1:7777`. */
  readonly url: string;
  /** Sent with every request: `{ authorization: "Bearer …" }`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Returns an `Ask` that sends each operation to a gateway as the HTTP request of its contract. */
export function askOverHttp({ url, headers, fetch: send = fetch }: HttpOptions): Ask {
  return async (operation, input, { chat, key } = {}) => {
    const { method, path, inPath, inQuery } = httpOf(operation);
    const fields = new Map<string, unknown>(Object.entries(Object(input)));
    const chatField = conversationFieldOf(operation);
    if (chatField !== undefined) fields.set(chatField, chat ?? operation.conversation?.or);
    const take = (names: readonly string[]) =>
      names.flatMap((name): [string, unknown][] => {
        const value = fields.get(name);
        return fields.delete(name) ? [[name, value]] : [];
      });
    const target = new URL(fillPath(path, take(inPath)), url);
    const hasBody = method !== "GET" && method !== "DELETE";
    addQuery(target, take(hasBody ? inQuery : [...fields.keys()]));
    const body =
      hasBody && takesBody(operation) ? JSON.stringify(Object.fromEntries(fields)) : null;
    const response = await send(target, {
      method,
      headers: {
        ...headers,
        ...(body !== null && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      body,
    });
    if (response.status === 204) return operation.output.parse(undefined);
    return operation.output.parse(await readAnswer(response));
  };
}

/**
 * Checks whether an operation has fields besides those in its path and query: then it needs a body, even an
 * empty one.
 */
function takesBody(operation: Operation): boolean {
  const input = wireInputOf(operation);
  if (!(input instanceof z.ZodObject)) return true;
  const { inPath, inQuery } = httpOf(operation);
  return Object.keys(input.shape).some((name) => !inPath.includes(name) && !inQuery.includes(name));
}

function fillPath(path: string, fields: readonly (readonly [string, unknown])[]): string {
  return fields.reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
}

/** Adds a field per value: a list becomes one field per item. */
function addQuery(target: URL, fields: readonly (readonly [string, unknown])[]): void {
  for (const [name, value] of fields)
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) target.searchParams.append(name, String(one));
}

/** Returns the JSON of a response. Throws the fault of a failed one. */
export async function readAnswer(response: Response): Promise<unknown> {
  const answer: unknown = await response.json();
  if (!response.ok) throw toFault(answer);
  return answer;
}

const problem = z.looseObject({
  code: z.enum([...FAULT_CODES, "bug"]),
  detail: z.string(),
  hint: z.string().optional(),
});

function toFault(body: unknown): Error {
  const { code, detail, hint } = problem.parse(body);
  if (code === "bug") return new Error(detail);
  return new Fault(code, detail, hint === undefined ? {} : { hint });
}
