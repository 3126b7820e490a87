import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const event = z.object({
  event_id: z.string(),
  type: z.string(),
  sender: z.string(),
  content: z.looseObject({
    msgtype: z.string().optional(),
    body: z.string().optional(),
    url: z.string().optional(),
    "m.new_content": z.looseObject({ body: z.string() }).optional(),
    "m.relates_to": z
      .looseObject({
        rel_type: z.string().optional(),
        event_id: z.string().optional(),
        key: z.string().optional(),
      })
      .optional(),
  }),
});

export type MatrixEvent = z.output<typeof event>;

const page = z.object({ chunk: z.array(event) });

/** Message as clients show it: with its last edit, and without what was removed. */
export interface ShownMessage {
  readonly id: string;
  readonly from: string;
  readonly text: string;
  readonly thread: string | undefined;
  readonly isFile: boolean;
  /** Emoji of the agent's and others' reactions. */
  readonly reactions: readonly string[];
}

/** Person with an account on a homeserver. */
export interface MatrixPerson {
  readonly id: string;
  readonly token: string;
  /** Creates a room and invites others. Returns its id. */
  createRoom(options: {
    readonly invite: readonly string[];
    readonly name?: string;
    readonly isDirect?: boolean;
    readonly isEncrypted?: boolean;
  }): Promise<string>;
  join(room: string): Promise<void>;
  invite(room: string, user: string): Promise<void>;
  leave(room: string): Promise<void>;
  /** Sends a text, or an event's content. Returns the event's id. */
  say(room: string, content: string | object, type?: string): Promise<string>;
  react(room: string, message: string, emoji: string): Promise<string>;
  upload(data: Uint8Array, mediaType: string): Promise<string>;
  download(uri: string): Promise<Uint8Array>;
  /** Returns the events of a room, oldest first. */
  events(room: string): Promise<readonly MatrixEvent[]>;
  /** Returns the messages of a room as they look now. */
  shown(room: string): Promise<readonly ShownMessage[]>;
  /** Resolves to the members who have joined a room, once there are that many. */
  joined(room: string, count: number): Promise<readonly string[]>;
}

export function createMatrixPerson({
  url,
  token,
  id,
}: {
  readonly url: string;
  readonly token: string;
  readonly id: string;
}): MatrixPerson {
  let transactions = 0;
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/_matrix/client/v3/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const value: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const send = async (room: string, type: string, content: unknown) => {
    transactions += 1;
    const path = roomPath(room, "send", type, `${id}-${transactions}`);
    return z.object({ event_id: z.string() }).parse(await ask("PUT", path, content)).event_id;
  };
  const events = async (room: string) => {
    const { chunk } = page.parse(
      await ask("GET", `${roomPath(room, "messages")}?dir=b&limit=1000`),
    );
    return chunk.toReversed();
  };
  return {
    id,
    token,
    async createRoom({ invite, name, isDirect = false, isEncrypted = false }) {
      const encryption = {
        type: "m.room.encryption",
        state_key: "",
        content: { algorithm: "m.megolm.v1.aes-sha2" },
      };
      const body = {
        invite,
        name,
        is_direct: isDirect,
        preset: "private_chat",
        initial_state: isEncrypted ? [encryption] : [],
      };
      return z.object({ room_id: z.string() }).parse(await ask("POST", "createRoom", body)).room_id;
    },
    async join(room) {
      await ask("POST", roomPath(room, "join"), {});
    },
    async invite(room, user) {
      await ask("POST", roomPath(room, "invite"), { user_id: user });
    },
    async leave(room) {
      await ask("POST", roomPath(room, "leave"), {});
    },
    say: (room, content, type = "m.room.message") =>
      send(
        room,
        type,
        typeof content === "string" ? { msgtype: "m.text", body: content } : content,
      ),
    react: (room, message, key) =>
      send(room, "m.reaction", {
        "m.relates_to": { rel_type: "m.annotation", event_id: message, key },
      }),
    async upload(data, mediaType) {
      const answer = await fetch(`${url}/_matrix/media/v3/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": mediaType },
        body: Buffer.from(data),
      });
      return z.object({ content_uri: z.string() }).parse(await answer.json()).content_uri;
    },
    async download(uri) {
      const answer = await fetch(
        `${url}/_matrix/client/v1/media/download/${uri.slice("mxc://".length)}`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      return new Uint8Array(await answer.arrayBuffer());
    },
    events,
    shown: async (room) => toShown(await events(room)),
    async joined(room, count) {
      const members = z.object({ joined: z.record(z.string(), z.unknown()) });
      for (;;) {
        const { joined } = members.parse(await ask("GET", roomPath(room, "joined_members")));
        if (Object.keys(joined).length === count) return Object.keys(joined);
        await sleep(50);
      }
    },
  };
}

function roomPath(...segments: readonly string[]): string {
  return ["rooms", ...segments].map(encodeURIComponent).join("/");
}

function toShown(all: readonly MatrixEvent[]): readonly ShownMessage[] {
  const related = (id: string, type: string) =>
    all.filter(
      ({ content: { "m.relates_to": about } }) => about?.event_id === id && about.rel_type === type,
    );
  return all.flatMap(({ event_id: id, type, sender: from, content }) => {
    const about = content["m.relates_to"];
    if (type !== "m.room.message" || content.body === undefined || about?.rel_type === "m.replace")
      return [];
    const edit = related(id, "m.replace").at(-1);
    const text = edit?.content["m.new_content"]?.body ?? content.body;
    const reactions = related(id, "m.annotation").flatMap(
      ({ content: { "m.relates_to": reaction } }) => reaction?.key ?? [],
    );
    const thread = about?.rel_type === "m.thread" ? about.event_id : undefined;
    return [{ id, from, text, thread, reactions, isFile: content.url !== undefined }];
  });
}
