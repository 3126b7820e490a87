import { expect, test } from "vitest";
import type { RoomEvent } from "./client.ts";
import { readTimeline } from "./read-timeline.ts";

const SELF = "@reeve:home.test";
const { signal } = new AbortController();

function message(id: string): RoomEvent {
  return {
    event_id: id,
    type: "m.room.message",
    sender: "@ann:h",
    origin_server_ts: 1,
    content: {},
  };
}

function membership(id: string, now: string, before?: string): RoomEvent {
  return {
    ...message(id),
    type: "m.room.member",
    state_key: SELF,
    content: { membership: now },
    ...(before !== undefined && { unsigned: { prev_content: { membership: before } } }),
  };
}

/** Reads a timeline whose history has these pages, newest first. */
async function read(
  timeline: { events: RoomEvent[]; limited?: boolean; prev_batch?: string },
  pages: readonly { chunk: RoomEvent[]; end?: string }[] = [],
) {
  const asked: { from: string; to: string }[] = [];
  const client = {
    async history(_room: string, span: { from: string; to: string }) {
      asked.push(span);
      return pages[asked.length - 1] ?? { chunk: [] };
    },
  };
  const joined = { timeline: { limited: false, ...timeline } };
  const events = await readTimeline(joined, {
    client,
    room: "!r",
    since: "s0",
    self: SELF,
    signal,
  });
  return { ids: events.map(({ event_id: id }) => id), asked };
}

test("a response that left events out is completed, page by page", async () => {
  const { ids, asked } = await read({ events: [message("5")], limited: true, prev_batch: "p1" }, [
    { chunk: [message("4"), message("3")], end: "p2" },
    { chunk: [message("2")] },
  ]);
  expect(ids).toEqual(["2", "3", "4", "5"]);
  expect(asked).toEqual([
    { from: "p1", to: "s0" },
    { from: "p2", to: "s0" },
  ]);
});

test.each([
  ["an invitation", membership("2", "invite")],
  ["a join", membership("2", "join", "invite")],
  ["a join of an open room", membership("2", "join")],
])("after %s, what was said before is not read", async (_how, entrance) => {
  const events = [message("1"), entrance, message("3")];
  const { ids, asked } = await read({ events, limited: true, prev_batch: "p" });
  expect([ids, asked]).toEqual([["2", "3"], []]);
});

test("a new name of the agent is no entrance", async () => {
  const { ids } = await read({
    events: [message("1"), membership("2", "join", "join"), message("3")],
  });
  expect(ids).toEqual(["1", "2", "3"]);
});
