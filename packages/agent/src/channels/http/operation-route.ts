import { nothing } from "@reeve/operations/fields";
import {
  conversationFieldOf,
  httpOf,
  type Operation,
  type Operations,
} from "@reeve/operations/operation";
import { wireInputOf } from "@reeve/operations/wire-input";
import { z } from "zod";
import { defineRoute, type Route } from "./route.ts";

/** Returns the routes of a noun's operations; `tag` groups them in the document. */
export function operationRoutes(operations: Operations, tag: string): readonly Route[] {
  return Object.values(operations)
    .filter(({ http }) => http !== undefined)
    .map((operation) => operationRoute(operation, tag));
}

/** Derives the route of one operation. Streams, uploads and sign-in have routes of their own. */
function operationRoute(operation: Operation, tag: string): Route {
  const { summary, description, output, effect, scope, repeat } = operation;
  const { method, path } = httpOf(operation);
  const { params, query, body } = chatsOf(operation);
  const status = output === nothing ? 204 : effect === "create" ? 201 : 200;
  const chatField = conversationFieldOf(operation);
  return defineRoute({
    method,
    path,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    scope,
    ...(repeat && { repeat }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    answers: { [status]: output === nothing ? null : output },
    async run(request, { ask }) {
      const fields = { ...request.params, ...request.query, ...Object(request.body) };
      if (chatField === undefined) return ask(operation, fields);
      const { [chatField]: chat, ...input } = fields;
      return ask(operation, input, { chat: String(chat) });
    },
  });
}

/** Says which fields stand in the path, the query and the body of an operation's request. */
function chatsOf(operation: Operation) {
  const input = wireInputOf(operation);
  const { method, inPath, inQuery } = httpOf(operation);
  const hasBody = method !== "GET" && method !== "DELETE";
  if (!(input instanceof z.ZodObject)) {
    if (hasBody && inPath.length + inQuery.length === 0) return { body: input };
    throw new Error(`${operation.name}: only an object may have fields in its path or query`);
  }
  const fields = Object.entries(input.shape);
  const pick = (isPicked: (name: string) => boolean) => {
    const picked = fields.filter(([name]) => isPicked(name));
    return picked.length > 0 ? z.object(Object.fromEntries(picked)) : undefined;
  };
  const inOrder = (names: readonly string[]) =>
    names.flatMap((name) => fields.filter(([field]) => field === name));
  const isInQuery = (name: string) =>
    !inPath.includes(name) && (!hasBody || inQuery.includes(name));
  return {
    params: inPath.length > 0 ? z.object(Object.fromEntries(inOrder(inPath))) : undefined,
    query: pick(isInQuery),
    body: pick((name) => !inPath.includes(name) && !isInQuery(name)),
  };
}
