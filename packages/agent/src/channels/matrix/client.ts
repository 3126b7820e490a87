import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { machineTime } from "../kit/flood-gate.ts";
import { createPlatformApi } from "../kit/platform-api.ts";
import type { MatrixSettings } from "./config.ts";

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
const roomName = z.object({ name: z.string() });
const page = z.object({ chunk: events, end: z.string().optional() });
const members = z.object({
  joined: z.record(z.string(), z.object({ display_name: z.string().nullish() })),
});
const unknown = z.unknown();
const problem = z
  .object({ errcode: z.string(), error: z.string(), retry_after_ms: z.number() })
  .partial()
  .catch({});

export type MatrixClient = ReturnType<typeof createMatrixClient>;

type SyncOptions = { timeoutMs: number } & Partial<Record<"since" | "at", string | undefined>>;

/** How long the homeserver may take beyond the time that it is to wait for news. */
const SLACK_MS = 30_000;

/** Creates a client of the Client-Server API v1.11 or later. */
export function createMatrixClient({
  homeserver,
  accessToken,
}: Pick<MatrixSettings, "homeserver" | "accessToken">) {
  const api = createPlatformApi({
    title: "Matrix",
    section: "channels.matrix",
    urlSetting: "homeserver",
    baseUrl: `${homeserver}/_matrix`,
    accessToken,
    time: machineTime,
    problemIn(value, status) {
      const { errcode, error, retry_after_ms: ms } = problem.parse(value);
      const text = error || errcode || String(status);
      return { text, ...(status === 429 && { waitMs: ms ?? 1000 }) };
    },
  });

  const put = async (path: string, body: unknown, signal: AbortSignal): Promise<string> =>
    (await api.ask(eventId, { method: "PUT", path, body, signal })).event_id;

  return {
    /** Returns the id of the agent's account. */
    async whoAmI(signal: AbortSignal): Promise<string> {
      return (await api.ask(identity, { path: v3("account", "whoami"), signal })).user_id;
    },
    /** Waits up to `timeoutMs` for news since a position; without one, all open invites `at` one. */
    sync({ since, at = "", timeoutMs }: SyncOptions, signal: AbortSignal) {
      // Synapse repeats its answer to the same question for two minutes.
      const timeline = { types: [], not_types: [at] };
      const invites = { ...FILTER, room: { ...ROOM, state: NONE, timeline } };
      const filter = JSON.stringify(since === undefined ? invites : FILTER);
      const query = { timeout: String(timeoutMs), filter, ...(since !== undefined && { since }) };
      const call = { path: v3("sync"), query, signal, limit: "sync" };
      return api.ask(syncAnswer, { ...call, timeoutMs: timeoutMs + SLACK_MS });
    },
    /** Returns events between two positions, newest first. */
    history(room: string, { from, to }: { from: string; to: string }, signal: AbortSignal) {
      const query = { dir: "b", from, to, limit: "100" };
      return api.ask(page, { path: v3("rooms", room, "messages"), query, signal });
    },
    /** Returns an event of a room; undefined if there is none that the agent may see. */
    event: (room: string, id: string, signal: AbortSignal) =>
      api.find(roomEvent, { path: v3("rooms", room, "event", id), signal }),
    /** Returns the display names of a room's members by their ids. */
    async members(room: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
      const path = v3("rooms", room, "joined_members");
      const { joined } = await api.ask(members, { path, signal });
      return new Map(Object.entries(joined).map(([id, one]) => [id, one.display_name ?? id]));
    },
    /** Returns the name of a room; undefined if it has none. */
    async title(room: string, signal: AbortSignal): Promise<string | undefined> {
      const path = v3("rooms", room, "state", "m.room.name");
      return (await api.find(roomName, { path, signal }))?.name;
    },
    join: (room: string, signal: AbortSignal) =>
      api.ask(unknown, { path: v3("join", room), body: {}, limit: "joins", signal }),
    /** Sends an event, or removes the content of one of ours. Each `key` works once. Returns the event's id. */
    send: (
      { room, type, content, key }: { room: string; type: string; content: unknown; key: string },
      signal: AbortSignal,
    ) => put(v3("rooms", room, "send", type, key), content, signal),
    redact: (
      { room, event, key }: { room: string; event: string; key: string },
      signal: AbortSignal,
    ) => put(v3("rooms", room, "redact", event, key), {}, signal),
    /** Shows for so long that the agent is typing. */
    typing(room: string, { self, ms }: { self: string; ms: number }, signal: AbortSignal) {
      const path = v3("rooms", room, "typing", self);
      return api.ask(unknown, { method: "PUT", path, body: { typing: true, timeout: ms }, signal });
    },
    markRead: (room: string, event: string, signal: AbortSignal) =>
      api.ask(unknown, { path: v3("rooms", room, "receipt", "m.read", event), body: {}, signal }),
    /** Uploads a file. Returns its `mxc:` URI. */
    async upload(
      { name, mediaType, data }: { name: string; mediaType: string; data: Uint8Array },
      signal: AbortSignal,
    ): Promise<string> {
      const body = new Blob([Buffer.from(data)], { type: mediaType });
      const call = { path: "media/v3/upload", query: { filename: name }, body, signal };
      return (await api.ask(upload, call)).content_uri;
    },
    /** Downloads a file by its `mxc:` URI. */
    async download(
      uri: string,
      { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
    ): Promise<Uint8Array> {
      const [, file] = /^mxc:\/\/([\w[][\w.:\]-]*\/[\w-]+)$/.exec(uri) ?? [];
      if (file === undefined)
        throw new Fault("missing", `Not the address of a Matrix file: ${uri}`);
      return api.download({ path: `client/v1/media/download/${file}`, signal, maxBytes });
    },
  };
}

const NONE = { types: [] };
const STATE = { lazy_load_members: true };
const ROOM = { ephemeral: NONE, account_data: NONE, state: STATE, timeline: { limit: 100 } };

/** Only messages and what people see of them. */
const FILTER = { presence: NONE, account_data: NONE, room: ROOM };

function v3(...path: readonly string[]): string {
  return ["client", "v3", ...path].map(encodeURIComponent).join("/");
}
