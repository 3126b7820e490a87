import { z } from "zod";
import { createOpenApiSchemas, type OpenApiSchemas } from "./openapi-schemas.ts";
import { openaiErrorSchema } from "./openai/to-openai-error.ts";
import { acceptedTypes } from "./read-body.ts";
import { problemSchema, PROBLEM_TYPE } from "./problem.ts";
import type { AnswerShape, Route } from "./route.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ApiFacts {
  /** Version of Reeve. */
  readonly version: string;
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: "The request is invalid.",
  401: "The token is missing or invalid.",
  403: "The token's scope or the person's role does not allow it.",
  404: "The requested item does not exist.",
  405: "The path does not support this method.",
  409: "The state has changed, or the Idempotency-Key belongs to a different request.",
  413: "The body is too large.",
  415: "The body's media type is not supported.",
  429: "A limit has been exceeded. See Retry-After.",
  499: "The caller cancelled the request.",
  500: "Internal error. The log has details under the incident id.",
  503: "The agent is not running, or something it needs is unavailable.",
};

/** Returns the OpenAPI 3.1 document of routes. */
export function toOpenApi(routes: readonly Route[], { version }: ApiFacts): Json {
  const schemas = createOpenApiSchemas();
  const problem = schemas.of(problemSchema, "output", "Problem");
  const openaiError = schemas.of(openaiErrorSchema, "output", "OpenaiError");
  const paths = Map.groupBy(routes, ({ path }) => path);
  const operations = [...paths].map(([path, found]) => [
    path,
    Object.fromEntries(
      found.map((route) => [route.method.toLowerCase(), toOperation(route, schemas)]),
    ),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Reeve",
      version,
      description:
        "Everything a person can do with their agent. Errors are returned as problem+json. To handle them, check `code`.",
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(operations),
    components: {
      schemas: { Problem: problem, OpenaiError: openaiError, ...schemas.components },
      securitySchemes: {
        header: {
          type: "apiKey",
          in: "header",
          name: "X-API-Token",
          description: "A token from `reeve tokens`. It takes precedence over other credentials.",
        },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The same kind of token, sent as a bearer token.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "reeve_session",
          description:
            "A browser signed in with `reeve open`. Requests that change data also require the x-csrf-token header.",
        },
      },
    },
  };
}

function toOperation(route: Route, schemas: OpenApiSchemas): Json {
  const { method, path, summary, description, tags, scope } = route;
  const types = acceptedTypes(route);
  const id = operationId(method, path);
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [...tags],
    "x-scope": scope,
    security: scope === "open" ? [] : [{ header: [] }, { bearer: [] }, { cookie: [] }],
    parameters: [
      ...toParameters(route.params, "path"),
      ...toParameters(route.query, "query"),
      ...(method === "POST" && scope !== "open" ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(types.length > 0 && { requestBody: toRequestBody(route, types, schemas) }),
    responses: toResponses(route, types.length > 0, schemas),
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Use a new key for each request, and the same key for its retries. Retries return the first response.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** Returns the id of an operation, such as `getSessionsId`. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${method.toLowerCase()}${capitalised.join("") || "Root"}`;
}

function toParameters(schema: z.ZodObject | undefined, where: "path" | "query"): readonly Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  });
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = typeof field === "object" ? field : {};
    return {
      name,
      in: where,
      required: where === "path" || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

function toRequestBody(route: Route, types: readonly string[], schemas: OpenApiSchemas): Json {
  const id = operationId(route.method, route.path);
  const bodies: Json = { "application/json": route.body, "multipart/form-data": route.form };
  const isOptional = route.body?.safeParse(undefined).success ?? route.form === undefined;
  return {
    required: !isOptional,
    content: Object.fromEntries(
      types.map((type) => {
        const schema = bodies[type];
        const name = `${id}.${type === "application/json" ? "body" : "form"}`;
        return [
          type,
          schema instanceof z.ZodType ? { schema: schemas.of(schema, "input", name) } : {},
        ];
      }),
    ),
  };
}

function toResponses(route: Route, takesBody: boolean, schemas: OpenApiSchemas): Json {
  const id = operationId(route.method, route.path);
  const refusals = new Set(refusalsOf(route, takesBody));
  const failure = FAILURES[route.failsAs ?? "problem"];
  const own = Object.entries(route.answers).map(([status, shape]) => {
    const { description, content } = toAnswer(shape, `${id}.${status}`, schemas);
    const both = refusals.has(Number(status)) ? { ...content, ...failure } : content;
    return [status, { description, ...(both && { content: both }) }];
  });
  const others = [...refusals]
    .filter((status) => !(status in route.answers))
    .map((status) => [status, { description: REFUSALS[status], content: failure }]);
  return Object.fromEntries([...own, ...others]);
}

const FAILURES = {
  problem: { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } },
  openai: { "application/json": { schema: { $ref: "#/components/schemas/OpenaiError" } } },
} as const;

function refusalsOf(route: Route, takesBody: boolean): readonly number[] {
  return [
    400,
    ...(route.scope === "open" ? [] : [401]),
    403,
    404,
    405,
    409,
    ...(takesBody ? [413, 415] : []),
    429,
    499,
    500,
    503,
  ];
}

interface DescribedAnswer {
  readonly description: string;
  readonly content?: Json;
}

function toAnswer(shape: AnswerShape, name: string, schemas: OpenApiSchemas): DescribedAnswer {
  if (shape === null) return { description: "Done." };
  if (shape instanceof z.ZodType)
    return {
      description: shape.description ?? "Done.",
      content: { "application/json": { schema: schemas.of(shape, "output", name) } },
    };
  if ("type" in shape) {
    const { type, description, schema } = shape;
    const told = schema ? { schema: schemas.of(schema, "output", `${name}.stream`) } : {};
    return { description, content: { [type]: told } };
  }
  const [json, media] = shape.map((one) => toAnswer(one, name, schemas));
  return {
    description: [json?.description, media?.description].join(" "),
    content: { ...json?.content, ...media?.content },
  };
}
