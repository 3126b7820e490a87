import type { Ask } from "@reeve/operations/ask";
import type { z } from "zod";
import type { Admitted } from "../../core/access.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { TokenScope } from "../../kernel/token-scope.ts";
import type { HttpAgent } from "./http-agent.ts";

/**
 * Caller of a request: the person with their current role, not the role at the time the token was
 * created. Scopes limit the token and the role limits the person; both apply. Rates and repeats
 * count by the id.
 */
export type GatewayCaller = Admitted;

/** A request whose parts have passed the route's schemas. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Raw body, empty if there was none; signatures are computed from it. */
  readonly bytes: Uint8Array;
  readonly headers: Headers;
  /** `HEAD` is answered by the route of `GET`. */
  readonly method: string;
  /** URL with the host that the client named, which is one of ours. */
  readonly url: URL;
}

/** Context of a route that is open to everyone. */
export interface OpenContext {
  /** Undefined without valid credentials. */
  readonly caller: GatewayCaller | undefined;
  /** Address of the other side of the connection. */
  readonly address: string;
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
  /** Aborts when the server stops; undefined if it does not listen. */
  readonly stopping: AbortSignal | undefined;
  readonly clock: Clock;
  /** Returns the running agent, or rejects with `unavailable`. */
  readonly agent: () => Promise<HttpAgent>;
}

export interface RouteContext extends OpenContext {
  readonly caller: GatewayCaller;
  /**
   * The same for each repeat of a request with one Idempotency-Key, and for no other request. With
   * ids derived from it, a repeat after a crash finds the work that was done.
   */
  readonly key: string | undefined;
  /**
   * Calls back once when the caller loses rights after the request started; ongoing work must end.
   */
  readonly watch: (onLess: () => void) => Disposable;
  /**
   * Invokes an operation on behalf of the caller; `chat` names a chat they may see. Default: the
   * API's main chat.
   */
  readonly ask: Ask;
}

/** An answer that is not JSON, such as a stream of events. */
export interface MediaAnswer {
  readonly type: string;
  readonly description: string;
  /** Schema of the parsed content; for an event stream, of the list of all events. */
  readonly schema?: z.ZodType;
}

/** JSON of a schema, a media type, JSON or else a media type, or `null` for nothing. */
export type AnswerShape = z.ZodType | MediaAnswer | readonly [z.ZodType, MediaAnswer] | null;

type NoFields = z.ZodObject<Readonly<Record<string, never>>>;

interface RouteFacts<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Form extends z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path as in OpenAPI: `/v1/sessions/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Numbers and booleans are parsed from their text; everything else stays text. */
  readonly params?: Params;
  readonly query?: Query;
  /** Schema of a JSON body. */
  readonly body?: Body;
  /** Schema of a multipart/form-data body, if the route accepts one, too. */
  readonly form?: Form;
  /** The body may be anything: the route reads `bytes`. */
  readonly isRaw?: boolean;
  /** By status. A plain value that `run` returns is sent with the first one. Failures need not be listed. */
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** Format of its failures. Default: problem+json. */
  readonly failsAs?: "problem" | "openai";
  /**
   * Result of a repeat with the same Idempotency-Key. `answer`: the first response, which is stored
   * for a day. `again`: the route runs again and uses `key` to create nothing twice. `never`: a
   * `conflict`, for responses that hold a secret. Default: `answer`.
   */
  readonly repeat?: "answer" | "again" | "never";
}

/** A route that needs a caller with a scope. */
export interface ScopedRoute<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Form extends z.ZodType = z.ZodType,
> extends RouteFacts<Params, Query, Body, Form> {
  readonly scope: TokenScope;
  /** Throws a `Fault` for failures. Returns a plain value or, for everything else, a `Response`. */
  run(
    request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body> | z.output<Form>>,
    ctx: RouteContext,
  ): Promise<unknown>;
}

/** A route that is open to everyone. */
export interface OpenRoute<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Form extends z.ZodType = z.ZodType,
> extends RouteFacts<Params, Query, Body, Form> {
  readonly scope: "open";
  /** Each request counts as a sign-in attempt, and is delayed after too many failed ones. */
  readonly isLogin?: boolean;
  run(
    request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body> | z.output<Form>>,
    ctx: OpenContext,
  ): Promise<unknown>;
}

/** A route, declared once: it is served, documented and tested from this. */
export type Route = ScopedRoute | OpenRoute;

/** Fixes the types of one route. */
export function defineRoute<
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
  Form extends z.ZodType = z.ZodNever,
>(route: ScopedRoute<Params, Query, Body, Form>): ScopedRoute {
  return route;
}

/** Fixes the types of a route without credentials. */
export function defineOpenRoute<
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
  Form extends z.ZodType = z.ZodNever,
>(route: OpenRoute<Params, Query, Body, Form>): OpenRoute {
  return route;
}
