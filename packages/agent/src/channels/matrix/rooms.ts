import type { Address } from "../../kernel/envelope.ts";
import type { MatrixClient } from "./client.ts";

/** Facts about a room. */
export interface Room {
  readonly id: string;
  /** A room of two is a direct chat. */
  readonly kind: Address["kind"];
  /** Display names of the members by their ids. */
  readonly members: ReadonlyMap<string, string>;
  /** Name of a group. */
  readonly title: string | undefined;
}

/** Rooms that the agent has joined. */
export interface Rooms {
  find(room: string, signal: AbortSignal): Promise<Room>;
  /** Forgets what is known, because the room has changed. */
  forget(room: string): void;
}

export function createRooms(client: Pick<MatrixClient, "members" | "title">): Rooms {
  const known = new Map<string, Promise<Room>>();
  const load = async (id: string, signal: AbortSignal): Promise<Room> => {
    const members = await client.members(id, signal);
    if (members.size <= 2) return { id, kind: "direct", members, title: undefined };
    return { id, kind: "group", members, title: (await client.title(id, signal)) ?? id };
  };
  return {
    find(id, signal) {
      const found = known.get(id);
      if (found) return found;
      const loading = load(id, signal);
      known.set(id, loading);
      loading.catch(() => known.delete(id));
      return loading;
    },
    forget: (id) => void known.delete(id),
  };
}

/** Address of a room or of a thread in it, whose external ids are `room` and `room/event`. */
export interface RoomAddress {
  readonly room: string;
  /** First event of the thread. */
  readonly thread?: string | undefined;
}

export function formatRoomAddress({ room, thread }: RoomAddress): string {
  return thread === undefined ? room : `${room}/${thread}`;
}

export function parseRoomAddress(externalId: string): RoomAddress {
  const [room = "", thread] = externalId.split("/");
  return { room, thread };
}
