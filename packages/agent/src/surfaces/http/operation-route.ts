import { z } from "zod";
import { type Operation, type Operations, httpOf } from "../../operations/operation.ts";
import { nothing } from "../../operations/fields.ts";
import { callIn, conversationName } from "./call-in.ts";
import { defineRoute, type Route, type ScopedRoute } from "./route.ts";

/** The routes of a noun's operations; `tag` groups them in the document. */
export function operationRoutes(operations: Operations, tag: string): readonly Route[] {
  return Object.values(operations).map((operation) => operationRoute(operation, tag));
}

/** The route of one operation. Streams, uploads and whatever else is no request with one answer have routes of their own. */
function operationRoute(operation: Operation, tag: string): Route {
  const { name, summary, description, output, effect, scope, conversation } = operation;
  const { path, names } = httpOf(operation);
  const method = methodOf(operation);
  const { params, others } = split(operation, names);
  const inQuery = method === "GET" || method === "DELETE";
  const status = output === nothing ? 204 : effect === "create" ? 201 : 200;
  return defineRoute({
    method,
    path,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    scope,
    ...(params && { params }),
    ...(others && (inQuery ? { query: asQuery(others, path) } : { body: others })),
    answers: { [status]: output === nothing ? null : output },
    async run({ params: named, query, body }, ctx) {
      const { conversation: said, ...rest } = { ...named, ...query, ...Object(body) };
      const answer = conversation
        ? await callIn(ctx, { conversation: String(said), method: name, params: rest })
        : await ctx.call(name, rest);
      return output === nothing ? undefined : answer;
    },
  });
}

/** The fields of the path, and what else an operation takes. */
function split({ input, conversation }: Operation, names: readonly string[]) {
  const also = conversation && {
    conversation: conversationName.default(conversation.or).describe(conversation.is),
  };
  if (!(input instanceof z.ZodObject)) return { params: undefined, others: input };
  const fields = Object.entries({ ...input.shape, ...also });
  const isNamed = ([name]: (typeof fields)[number]) => names.includes(name);
  const named = fields.filter(isNamed);
  const others = fields.filter((field) => !isNamed(field));
  return {
    params: named.length > 0 ? z.object(Object.fromEntries(named)) : undefined,
    others: others.length > 0 ? z.object(Object.fromEntries(others)) : undefined,
  };
}

function asQuery(schema: z.ZodType, path: string): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new Error(`${path} takes a query, which has to be an object`);
}

const METHODS = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);

function methodOf(operation: Operation): ScopedRoute["method"] {
  return METHODS.parse(httpOf(operation).method);
}
