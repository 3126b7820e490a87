import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { readUpTo } from "../../platform/read-limited.ts";
import type { Secret } from "../../platform/secret.ts";
import { attempt } from "../../kernel/attempt.ts";

/** Event of a room (Client-Server API, "Room event format"). */
export const roomEvent = z.object({
  event_id: z.string(),
  type: z.string(),
  sender: z.string(),
  origin_server_ts: z.number(),
  content: z.record(z.string(), z.unknown()),
  state_key: z.string().optional(),
  /** For a state event: content of the one that it replaces. */
  unsigned: z
    .object({ prev_content: z.record(z.string(), z.unknown()).optional() })
    .optional()
    .catch(undefined),
});

export type RoomEvent = z.output<typeof roomEvent>;

/** Events that cannot be read are dropped, one by one. */
const events = z
  .array(z.unknown())
  .default([])
  .transform((all) => all.flatMap((one) => roomEvent.safeParse(one).data ?? []));

const joinedRoom = z.object({
  timeline: z
    .object({ events, limited: z.boolean().default(false), prev_batch: z.string().optional() })
    .prefault({}),
});

const syncAnswer = z.object({
  next_batch: z.string(),
  rooms: z
    .object({
      join: z.record(z.string(), joinedRoom).default({}),
      invite: z.record(z.string(), z.unknown()).default({}),
    })
    .prefault({}),
});

export type JoinedRoom = z.output<typeof joinedRoom>;

const identity = z.object({ user_id: z.string() });
const eventId = z.object({ event_id: z.string() });
const upload = z.object({ content_uri: z.string() });
const page = z.object({ chunk: events, end: z.string().optional() });
const members = z.object({
  joined: z.record(z.string(), z.object({ display_name: z.string().nullish() })),
});
const problem = z.object({
  errcode: z.string().default(""),
  error: z.string().default(""),
  retry_after_ms: z.number().optional(),
});

/** Error of the homeserver; the cause of the client's Faults. */
class MatrixError extends Error {
  readonly status: number;
  readonly errcode: string;

  constructor(status: number, errcode: string, text: string) {
    super(text);
    this.status = status;
    this.errcode = errcode;
  }
}

/** Returns whether the homeserver has rejected a request; after other errors it may have been carried out. */
export function isRefusal(error: unknown): boolean {
  const cause = error instanceof Fault ? error.cause : undefined;
  return cause instanceof MatrixError && cause.status < 500;
}

interface Call<Answer extends z.ZodType> {
  readonly method: "GET" | "POST" | "PUT";
  /** Path segments behind `/_matrix/`. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly answer: Answer;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

export type MatrixClient = ReturnType<typeof createMatrixClient>;

const CALL_MS = 30_000;
const FILE_MS = 120_000;
/** Maximum time in milliseconds to wait for a rate limit, and number of attempts. */
const MAX_WAIT_MS = 60_000;
const MAX_TRIES = 5;

/** Creates a client of the Client-Server API v1.11 or later. It waits for rate limits, and retries nothing else. */
export function createMatrixClient({
  homeserver,
  accessToken,
  pause,
}: {
  readonly homeserver: string;
  readonly accessToken: Secret;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}) {
  const load = async ({
    method,
    path,
    query,
    body,
    signal,
    timeoutMs = CALL_MS,
  }: Call<z.ZodType>) => {
    const url = new URL(`${homeserver}/_matrix/${path.map(encodeURIComponent).join("/")}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const isFile = body instanceof Blob;
    const response = await attempt(
      fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${accessToken.reveal()}`,
          ...(body !== undefined && { "content-type": isFile ? body.type : "application/json" }),
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
        // The token must not be sent to a redirect target.
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }),
    );
    if (response.status === "fulfilled") return response.value;
    signal.throwIfAborted();
    throw new Fault("unavailable", `Cannot reach the Matrix homeserver ${homeserver}.`, {
      hint: "Check your network and channels.matrix.homeserver.",
      cause: response.reason,
    });
  };
  /** Returns the first response that is no rate limit. */
  const request = async (call: Call<z.ZodType>): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      const response = await load(call);
      if (response.ok) return response;
      const told = problem.safeParse(parseJson(await response.text())?.value).data;
      const waitMs = told?.retry_after_ms ?? 1000;
      if (response.status !== 429 || waitMs > MAX_WAIT_MS || tries >= MAX_TRIES)
        throw toFault(new MatrixError(response.status, told?.errcode ?? "", told?.error ?? ""));
      call.signal.throwIfAborted();
      await pause(waitMs, call.signal);
    }
  };
  const ask = async <Answer extends z.ZodType>(call: Call<Answer>): Promise<z.output<Answer>> => {
    const text = await (await request(call)).text();
    const read = call.answer.safeParse(parseJson(text)?.value);
    if (read.success) return read.data;
    throw new Fault("unavailable", "The Matrix homeserver sent an answer that cannot be read.", {
      hint: "Check channels.matrix.homeserver. It must be the URL of a homeserver.",
      cause: read.error,
    });
  };

  return {
    /** Returns the id of the agent's account. */
    async whoAmI(signal: AbortSignal): Promise<string> {
      const path = v3("account", "whoami");
      return (await ask({ method: "GET", path, answer: identity, signal })).user_id;
    },
    /** Waits up to `timeoutMs` for news since a position; without one, returns the current state. */
    sync(
      { since, timeoutMs }: { since?: string | undefined; timeoutMs: number },
      signal: AbortSignal,
    ) {
      return ask({
        method: "GET",
        path: v3("sync"),
        query: {
          timeout: String(timeoutMs),
          filter: FILTER,
          ...(since !== undefined && { since }),
        },
        answer: syncAnswer,
        signal,
        timeoutMs: timeoutMs + CALL_MS,
      });
    },
    /** Returns events between two positions, newest first. */
    history(room: string, { from, to }: { from: string; to: string }, signal: AbortSignal) {
      const query = { dir: "b", from, to, limit: "100" };
      return ask({
        method: "GET",
        path: v3("rooms", room, "messages"),
        query,
        answer: page,
        signal,
      });
    },
    event(room: string, id: string, signal: AbortSignal) {
      return ask({
        method: "GET",
        path: v3("rooms", room, "event", id),
        answer: roomEvent,
        signal,
      });
    },
    /** Returns the display names of a room's members by their ids. */
    async members(room: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
      const path = v3("rooms", room, "joined_members");
      const { joined } = await ask({ method: "GET", path, answer: members, signal });
      const names = Object.entries(joined).map(
        ([id, { display_name: name }]) => [id, name ?? id] as const,
      );
      return new Map(names);
    },
    /** Returns the name of a room; undefined if it has none. */
    async title(room: string, signal: AbortSignal): Promise<string | undefined> {
      const path = v3("rooms", room, "state", "m.room.name");
      const found = await attempt(
        ask({ method: "GET", path, answer: z.object({ name: z.string() }), signal }),
      );
      if (found.status === "fulfilled") return found.value.name;
      if (isRefusal(found.reason)) return undefined;
      throw found.reason;
    },
    join: (room: string, signal: AbortSignal) =>
      ask({ method: "POST", path: v3("join", room), body: {}, answer: z.unknown(), signal }),
    /** Sends an event. The homeserver accepts each `key` once. Returns the event's id. */
    async send(
      { room, type, content, key }: { room: string; type: string; content: unknown; key: string },
      signal: AbortSignal,
    ): Promise<string> {
      const path = v3("rooms", room, "send", type, key);
      return (await ask({ method: "PUT", path, body: content, answer: eventId, signal })).event_id;
    },
    /** Removes the content of one of our events. Returns the id of the redaction. */
    async redact(
      { room, event, key }: { room: string; event: string; key: string },
      signal: AbortSignal,
    ): Promise<string> {
      const path = v3("rooms", room, "redact", event, key);
      return (await ask({ method: "PUT", path, body: {}, answer: eventId, signal })).event_id;
    },
    /** Shows that the agent is typing. */
    typing(room: string, { self, ms }: { self: string; ms: number }, signal: AbortSignal) {
      const body = { typing: ms > 0, ...(ms > 0 && { timeout: ms }) };
      const path = v3("rooms", room, "typing", self);
      return ask({ method: "PUT", path, body, answer: z.unknown(), signal });
    },
    markRead: (room: string, event: string, signal: AbortSignal) =>
      ask({
        method: "POST",
        path: v3("rooms", room, "receipt", "m.read", event),
        body: {},
        answer: z.unknown(),
        signal,
      }),
    /** Uploads a file. Returns its `mxc:` URI. */
    async upload(
      { name, mediaType, data }: { name: string; mediaType: string; data: Uint8Array },
      signal: AbortSignal,
    ): Promise<string> {
      const body = new Blob([Buffer.from(data)], { type: mediaType });
      const call = {
        method: "POST",
        path: ["media", "v3", "upload"],
        query: { filename: name },
      } as const;
      return (await ask({ ...call, body, answer: upload, signal, timeoutMs: FILE_MS })).content_uri;
    },
    /** Downloads a file by its `mxc:` URI. */
    async download(
      uri: string,
      { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
    ): Promise<Uint8Array> {
      const [, server = "", media = ""] = /^mxc:\/\/([^/]+)\/([\w-]+)$/.exec(uri) ?? [];
      if (server === "") throw new Fault("missing", `Not the address of a Matrix file: ${uri}`);
      const path = ["client", "v1", "media", "download", server, media];
      const call = {
        method: "GET",
        path,
        answer: z.unknown(),
        signal,
        timeoutMs: FILE_MS,
      } as const;
      return readUpTo(await request(call), maxBytes);
    },
  };
}

/** Only messages and what people see of them. */
const FILTER = JSON.stringify({
  presence: { types: [] },
  account_data: { types: [] },
  room: {
    ephemeral: { types: [] },
    account_data: { types: [] },
    state: { lazy_load_members: true },
    timeline: { limit: 100 },
  },
});

function v3(...path: readonly string[]): readonly string[] {
  return ["client", "v3", ...path];
}

function toFault(cause: MatrixError): Fault {
  const { status, errcode, message } = cause;
  const text = `The Matrix homeserver refused a request: ${message || errcode || status}`;
  if (
    errcode === "M_UNKNOWN_TOKEN" ||
    errcode === "M_MISSING_TOKEN" ||
    errcode === "M_USER_DEACTIVATED"
  )
    return new Fault("denied", text, {
      hint: "Create a new access token and set it: reeve config set channels.matrix.accessToken",
      cause,
    });
  if (status === 403 || status === 404)
    return new Fault("missing", text, {
      hint: "Check that the agent's account is still in the room and may post there.",
      cause,
    });
  if (status === 429 || status >= 500) return new Fault("unavailable", text, { cause });
  return new Fault("invalid", text, { cause });
}
