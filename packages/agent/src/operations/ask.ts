import { Fault, FAULT_CODES } from "@reeve/sdk";
import { z } from "zod";
import type { Caller, Control } from "./control.ts";
import { httpOf, type Operation } from "./operation.ts";

export interface AskOptions {
  /** The conversation that the operation refers to. */
  readonly chat?: string | undefined;
  /** The same for each repeat of one request. */
  readonly key?: string | undefined;
}

/** Asks an agent for an operation, and answers what its output says: `ask(notes.create, { text: "milk" })`. */
export type Ask = <Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
  options?: AskOptions,
) => Promise<z.output<Output>>;

/** Calls by name: of control itself, or of a connection to a running agent. */
export type CallByName = (name: string, params: unknown, chat?: string) => Promise<unknown>;

/** Asks over the socket, or in this process. */
export function askThrough(call: CallByName): Ask {
  return async (operation, input, { chat } = {}) =>
    operation.output.parse((await call(operation.name, input, chat)) ?? undefined);
}

/** Asks in this process, as somebody. */
export function askAs(control: Pick<Control, "call">, caller: Caller): Ask {
  return askThrough((name, params) => control.call(name, params, caller));
}

export interface HttpSide {
  /** Of the gateway. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

/** Asks over HTTP; the dashboard's client. Its failures are the agent's own faults. */
export function askOverHttp({ url, headers, fetch: send = fetch }: HttpSide): Ask {
  return async (operation, input, { chat, key } = {}) => {
    const { method, path, names } = httpOf(operation);
    const fields = new Map(Object.entries(Object(input)));
    if (chat !== undefined && operation.conversation) fields.set("conversation", chat);
    const target = new URL(fillPath(path, names, fields), url);
    const takesBody = method !== "GET" && method !== "DELETE" && fields.size > 0;
    if (!takesBody)
      for (const [name, value] of fields)
        for (const one of Array.isArray(value) ? value : [value])
          if (one !== undefined) target.searchParams.append(name, String(one));
    const response = await send(target, {
      method,
      headers: {
        ...headers,
        ...(takesBody && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(takesBody && { body: JSON.stringify(Object.fromEntries(fields)) }),
    });
    if (response.status === 204) return operation.output.parse(undefined);
    const body: unknown = await response.json();
    if (!response.ok) throw toFault(body);
    return operation.output.parse(body);
  };
}

function fillPath(path: string, names: readonly string[], fields: Map<string, unknown>): string {
  return names.reduce((filled, name) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return filled.replace(`{${name}}`, encodeURIComponent(value));
  }, path);
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
