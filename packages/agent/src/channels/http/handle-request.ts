import type { Ask } from "@reeve/operations/ask";
import type { Operation } from "@reeve/operations/operation";
import { Fault, isFault } from "@reeve/sdk";
import { z } from "zod";
import type { Control } from "../../core/control.ts";
import { askAs } from "../../operations/ask.ts";
import type { Access } from "../../core/access.ts";
import { apiAddress } from "../../core/client-chats.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Log } from "../../platform/log.ts";
import { authenticate, type Throttle } from "./auth/authenticate.ts";
import { effectiveUrl } from "./auth/allowed-hosts.ts";
import type { HttpConfig } from "./config.ts";
import type { HttpAgent } from "./http-agent.ts";
import type { RunOnce } from "./idempotent-request.ts";
import type { Rate } from "./rate.ts";
import { answerProblem, isProblem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { readFields } from "./read-fields.ts";
import { checkRequest } from "./check-request.ts";
import type { AnswerShape, OpenContext, Route, RouteRequest } from "./route.ts";
import { DiskFullFault } from "../../kernel/store-fault.ts";
import { ModelDownFault } from "./streams/model-down.ts";

/** Chat of a request that names none. */
const MAIN_CHAT = "main";

export interface HandleRequestDeps {
  readonly config: HttpConfig;
  /** Returns the running agent, or rejects with `unavailable`. */
  readonly agent: () => Promise<HttpAgent>;
  /** Operations available while no agent runs. Default: none. */
  readonly own?: Control | undefined;
  readonly access: Access;
  readonly answerOnce: RunOnce;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly throttle: Throttle;
  readonly rate: Rate;
  /** Whether responses are validated against the routes' schemas. For tests. */
  readonly checksAnswers?: boolean | undefined;
}

/** A request before it has reached its route. */
export interface Incoming {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
  /** Aborts when the server stops; undefined if it does not listen. */
  readonly stopping: AbortSignal | undefined;
}

/**
 * Authenticates a request, reads it, runs its route and creates the response. Throws what the route
 * throws.
 */
export async function handleRequest(
  route: Route,
  incoming: Incoming,
  deps: HandleRequestDeps,
): Promise<Response> {
  const { request, address, signal, stopping } = incoming;
  const { config, clock, agent } = deps;
  const url = effectiveUrl(new URL(request.url), config.publicUrl);
  const asking = { method: request.method, headers: request.headers, url };
  const authenticated = await authenticate(asking, deps.access);
  const caller = authenticated.type === "caller" ? authenticated.caller : undefined;
  const refusal = checkRequest(route, authenticated, { ...deps, address });
  if (refusal) return answerProblem(url.pathname, refusal);

  const body = await readBody(request, route, config.maxBodyBytes);
  if (body instanceof Response) return body;
  const read: RouteRequest<Record<string, unknown>, Record<string, unknown>, unknown> = {
    params: parseFields(route.params, Object.entries(incoming.params), "path"),
    query: parseFields(route.query, url.searchParams, "query"),
    body: route.isRaw ? undefined : parseBody(route, request, body.value),
    bytes: body.bytes,
    headers: request.headers,
    method: request.method,
    url,
  };
  const open: OpenContext = { caller, address, signal, stopping, clock, agent };
  if (route.scope === "open") return toResponse(await route.run(read, open), route, deps);
  if (!caller) throw new Error(`${route.path} was reached by nobody`);

  const run = async (key: string | undefined) => {
    const ask: Ask = async (operation, input, { chat: externalId, key: own = key } = {}) => {
      const { person } = caller;
      const chat =
        externalId === undefined
          ? apiAddress(person, MAIN_CHAT)
          : await (await agent()).conversations.find(externalId, person);
      const control = ownerOf(operation, deps.own) ?? (await agent()).control;
      const { channel, externalId: id } = chat;
      return askAs(control, { person, channel, externalId: id, key: own })(operation, input);
    };
    const watch = (onLess: () => void) => deps.access.watch(caller, onLess);
    return toResponse(await route.run(read, { ...open, caller, key, watch, ask }), route, deps);
  };
  const key = request.headers.get("idempotency-key");
  if (key === null || route.method !== "POST") return run(undefined);
  return deps.answerOnce({ caller, route, url, key, bytes: body.bytes }, run);
}

/** Returns the process's own control if it carries out the operation. */
function ownerOf({ name }: Operation, own: Control | undefined): Control | undefined {
  return own?.implemented.some(({ operation }) => operation.name === name) ? own : undefined;
}

/** Creates the response for an error: a fault's own text, or only an incident id for a bug. */
export function answerError(
  error: unknown,
  instance: string,
  { log, newId }: Pick<HandleRequestDeps, "log" | "newId">,
): Response {
  if (isFault(error)) {
    const { code, message: detail, hint } = error;
    if (code === "unavailable")
      log.warn("request failed: dependency unavailable", { instance, detail });
    if (code === "denied" || code === "exhausted")
      log.info("request refused", { instance, code, detail });
    const headers = headersOf(error);
    // RFC 4918, section 11.5: Insufficient Storage.
    const status = error instanceof DiskFullFault ? { status: 507 } : {};
    return answerProblem(instance, { code, detail, hint, headers, ...status });
  }
  const incident = newId();
  log.error("request failed", { instance, incident, error });
  return answerProblem(instance, {
    code: "bug",
    detail: `Internal error. The owner can find the details in the log under incident ${incident}.`,
    incident,
  });
}

function headersOf(error: Fault): Readonly<Record<string, string>> {
  return error instanceof ModelDownFault ? { "retry-after": String(error.retryAfter) } : {};
}

function parseFields(
  schema: z.ZodObject | undefined,
  fields: Iterable<readonly [string, string]>,
  where: string,
): Record<string, unknown> {
  if (!schema) return {};
  const parsed = schema.safeParse(readFields(schema, fields));
  if (parsed.success) return parsed.data;
  throw new Fault("invalid", `Invalid ${where}: ${z.prettifyError(parsed.error)}`);
}

function parseBody(route: Route, request: Request, value: unknown): unknown {
  const isForm = request.headers.get("content-type")?.toLowerCase().startsWith("multipart/");
  const schema = isForm ? (route.form ?? route.body) : (route.body ?? route.form);
  const parsed = schema?.safeParse(value);
  if (!parsed || parsed.success) return parsed?.data;
  throw new Fault("invalid", `Invalid body: ${z.prettifyError(parsed.error)}`);
}

function toResponse(value: unknown, route: Route, { checksAnswers }: HandleRequestDeps): Response {
  if (value instanceof Response) {
    if (checksAnswers) checkStatus(value, route);
    return value;
  }
  const [first] = Object.entries(route.answers);
  const [status, shape] = first ?? ["204", null];
  if (checksAnswers) checkValue(value, shape, route);
  if (shape === null) return new Response(null, { status: Number(status) });
  return Response.json(value, { status: Number(status) });
}

function checkStatus(response: Response, { answers, path }: Route): void {
  if (isProblem(response) || response.status in answers) return;
  throw new Error(`${path} answered with ${response.status}, which it does not declare`);
}

function checkValue(value: unknown, shape: AnswerShape, { path }: Route): void {
  if (shape === null && value === undefined) return;
  const json = Array.isArray(shape) ? shape[0] : shape;
  if (!(json instanceof z.ZodType)) throw new Error(`${path} declares no JSON, and answered it`);
  const parsed = json.safeParse(JSON.parse(JSON.stringify(value)));
  if (!parsed.success)
    throw new Error(`${path} answered what it does not declare: ${z.prettifyError(parsed.error)}`);
}
