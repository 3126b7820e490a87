import type { JoinedRoom, MatrixClient, RoomEvent } from "./client.ts";

export interface ReadTimelineDeps {
  readonly client: Pick<MatrixClient, "history">;
  readonly room: string;
  /** Position up to which everything is known. */
  readonly since: string;
  /** The agent's own user id. */
  readonly self: string;
  readonly signal: AbortSignal;
}

/**
 * Returns the events of a room since a position, in order, also those that the response left out. In a room
 * that the agent has just entered, these are the events since the invitation.
 */
export async function readTimeline(
  { timeline }: JoinedRoom,
  { client, room, since: to, self, signal }: ReadTimelineDeps,
): Promise<readonly RoomEvent[]> {
  const { events, limited, prev_batch: start } = timeline;
  const entrance = events.findIndex((event) => isEntrance(event, self));
  if (entrance >= 0) return events.slice(entrance);
  if (!limited || start === undefined) return events;
  const earlier: RoomEvent[] = [];
  for (let from: string | undefined = start; from !== undefined;) {
    const { chunk, end } = await client.history(room, { from, to }, signal);
    earlier.unshift(...chunk.toReversed());
    from = chunk.length === 0 ? undefined : end;
  }
  return [...earlier, ...events];
}

/** Members also get an event when they change their name. */
function isEntrance({ type, state_key: who, content, unsigned }: RoomEvent, self: string): boolean {
  if (type !== "m.room.member" || who !== self) return false;
  const before = unsigned?.prev_content?.["membership"];
  return (
    content["membership"] === "invite" || (content["membership"] === "join" && before !== "join")
  );
}
