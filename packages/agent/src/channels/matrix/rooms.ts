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
export type Rooms = ReturnType<typeof createRooms>;

export function createRooms(client: Pick<MatrixClient, "members" | "title">) {
  const known = new Map<string, Promise<Room>>();
  const load = async (id: string, signal: AbortSignal): Promise<Room> => {
    const members = await client.members(id, signal);
    if (members.size <= 2) return { id, kind: "direct", members, title: undefined };
    return { id, kind: "group", members, title: (await client.title(id, signal)) ?? id };
  };
  return {
    find(id: string, signal: AbortSignal): Promise<Room> {
      const room = known.get(id) ?? load(id, signal);
      known.set(id, room);
      room.catch(() => known.delete(id));
      return room;
    },
    /** Forgets what is known, because the room has changed. */
    forget: (id: string) => void known.delete(id),
  };
}
