import type { Message } from "grammy/types";
import { expect, test } from "vitest";
import { wait } from "../../../../kernel/wait.ts";
import { memoryIn } from "../../../testing/channel-state.ts";
import { type Album, readAlbums } from "./albums-record.ts";
import { createAlbums } from "./albums.ts";
import { MAX_TRIES } from "../../../kit/dead-letters.ts";
import { createLanes } from "../../../../platform/keyed-queue.ts";

function picture(id: number, own: Partial<Message> = {}): Message {
  return {
    message_id: id,
    date: 1,
    chat: { id: 9, type: "private", first_name: "Ann" },
    media_group_id: "g",
    photo: [],
    ...own,
  };
}

function idsOf(album: Album): number[] {
  return album.map(({ message_id: id }) => id);
}

/** Albums whose debounce time ends when the test says so. */
function openAlbums(
  kept = new Map<string, string>(),
  refuse: (album: Album) => Error | undefined = () => undefined,
  store: () => Promise<void> = async () => {},
) {
  const handedOn: number[][] = [];
  const failures: unknown[] = [];
  const aside: number[][] = [];
  const stop = new AbortController();
  let silence = Promise.withResolvers<void>();
  const lanes = createLanes();
  const memory = memoryIn(kept);
  let refusals = 0;
  let canPutAside = true;
  const albums = createAlbums({
    memory: {
      ...memory,
      async set(key, value) {
        refusals -= 1;
        if (refusals >= 0) throw new Error("disk full");
        return memory.set(key, value);
      },
    },
    inLane: (chat, work) => lanes.run(String(chat), work),
    async deliver(album) {
      const error = refuse(album);
      if (error) throw error;
      await store();
      handedOn.push(idsOf(album));
    },
    async putAside(album) {
      if (!canPutAside) return false;
      aside.push(idsOf(album));
      return true;
    },
    pause: async (_ms, signal) => {
      await Promise.race([silence.promise, wait(60_000, signal)]);
    },
    onFailure: (error) => void failures.push(error),
    signal: stop.signal,
  });
  return {
    albums,
    handedOn,
    failures,
    aside,
    kept,
    lanes,
    /** Collected albums as stored. */
    collected: () =>
      readAlbums(JSON.parse(kept.get("albums") ?? "{}")).collected.map((one) =>
        idsOf(one.messages),
      ),
    refuseToKeep: (times: number) => {
      refusals = times;
    },
    refuseToPutAside() {
      canPutAside = false;
    },
    async beQuiet() {
      const before = silence;
      silence = Promise.withResolvers();
      before.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await albums.close();
    },
  };
}

test("pictures are handed on together after a silence, in their order, and a repeat adds none", async () => {
  await using story = openAlbums();
  const { albums, handedOn, collected } = story;
  await albums.add(picture(4), 2);
  await albums.add(picture(3), 1);
  await albums.add(picture(4), 2);
  expect([handedOn, collected()]).toEqual([[], [[3, 4]]]);
  await story.beQuiet();
  expect([handedOn, collected()]).toEqual([[[3, 4]], []]);
  await albums.add(picture(4), 2);
  await story.beQuiet();
  expect(handedOn).toEqual([[3, 4]]);
});

test("what follows in the chat hands the album on first; another chat does not", async () => {
  await using story = openAlbums();
  const { albums, handedOn } = story;
  await albums.add(picture(3), 1);
  await albums.flush(8);
  expect(handedOn).toEqual([]);
  await albums.flush(9);
  expect(handedOn).toEqual([[3]]);
});

test("what an earlier process had collected is handed on once all has come that Telegram had kept", async () => {
  const kept = new Map<string, string>();
  {
    await using first = openAlbums(kept);
    await first.albums.add(picture(3), 1);
    await first.albums.add(picture(4), 2);
  }
  await using next = openAlbums(kept);
  await next.albums.resume();
  await next.beQuiet();
  expect(next.handedOn).toEqual([]);
  await next.albums.add(picture(5), 3);
  next.albums.catchUp();
  await next.beQuiet();
  expect([next.handedOn, next.collected()]).toEqual([[[3, 4, 5]], []]);
});

test("an album waits for a message of it that is tried again in its chat", async () => {
  await using story = openAlbums();
  const { albums, handedOn, lanes } = story;
  await albums.add(picture(3), 1);
  const stored = Promise.withResolvers<void>();
  const second = lanes.run("9", async () => {
    await stored.promise;
    await albums.add(picture(4), 2);
  });
  await story.beQuiet();
  expect(handedOn).toEqual([]);
  stored.resolve();
  await second;
  await expect.poll(() => handedOn).toEqual([[3, 4]]);
});

test("a message that could not be kept is kept when it comes again, and not acknowledged before", async () => {
  await using story = openAlbums();
  const { albums, collected } = story;
  story.refuseToKeep(2);
  await expect(albums.add(picture(3), 1)).rejects.toThrow("disk full");
  await expect(albums.add(picture(3), 1)).rejects.toThrow("disk full");
  await albums.add(picture(3), 1);
  expect(collected()).toEqual([[3]]);
});

test("what comes after a crash of an album that was just handed on is handed on by itself", async () => {
  const kept = new Map<string, string>();
  let taken = false;
  {
    await using first = openAlbums(kept, () => {
      // The album was stored, then the process died.
      taken = true;
      return new Error("killed");
    });
    await first.albums.add(picture(3), 1);
    await first.albums.add(picture(4), 2);
    await first.beQuiet();
  }
  expect(taken).toBe(true);
  await using next = openAlbums(kept);
  await next.albums.resume();
  await next.albums.add(picture(4), 2);
  await next.albums.add(picture(5), 3);
  next.albums.catchUp();
  await next.beQuiet();
  expect(next.handedOn).toEqual([[3, 4], [5]]);
});

test("a message of an album that was handed on is known after a start", async () => {
  const kept = new Map<string, string>();
  {
    await using first = openAlbums(kept);
    await first.albums.add(picture(3), 1);
    await first.albums.add(picture(4), 2);
    await first.beQuiet();
  }
  await using next = openAlbums(kept);
  await next.albums.resume();
  await next.albums.add(picture(4), 2);
  next.albums.catchUp();
  await next.beQuiet();
  expect(next.handedOn).toEqual([]);
});

test("an album that cannot be taken in is kept, and tried again", async () => {
  let failures = 1;
  await using story = openAlbums(new Map(), () => {
    failures -= 1;
    return failures < 0 ? undefined : new Error("disk full");
  });
  await story.albums.add(picture(3), 1);
  await story.beQuiet();
  expect([story.handedOn, story.failures, story.collected()]).toEqual([
    [],
    [new Error("disk full")],
    [[3]],
  ]);
  await story.beQuiet();
  expect([story.handedOn, story.collected()]).toEqual([[[3]], []]);
});

test("an album that cannot be taken in at all is put aside, and its chat goes on", async () => {
  await using story = openAlbums(new Map(), () => new Error("poison"));
  const { albums, aside, collected, handedOn } = story;
  await albums.add(picture(3), 1);
  await albums.add(picture(4), 2);
  for (let tries = 1; tries < MAX_TRIES; tries += 1)
    await expect(albums.flush(9)).rejects.toThrow("poison");
  expect([aside, collected()]).toEqual([[], [[3, 4]]]);
  await albums.flush(9);
  expect([aside, collected(), handedOn]).toEqual([[[3, 4]], [], []]);
  await albums.add(picture(4), 2);
  expect(collected()).toEqual([[4]]);
});

test("an album that cannot even be put aside stays where it is", async () => {
  await using story = openAlbums(new Map(), () => new Error("poison"));
  const { albums, aside, collected } = story;
  await albums.add(picture(3), 1);
  story.refuseToPutAside();
  for (let tries = 0; tries <= MAX_TRIES; tries += 1)
    await expect(albums.flush(9)).rejects.toThrow("poison");
  expect([aside, collected()]).toEqual([[], [[3]]]);
});

test("an edit of one picture is an edit of its album", async () => {
  await using story = openAlbums();
  const { albums } = story;
  await albums.add(picture(3, { caption: "one" }), 1);
  await albums.add(picture(4), 2);
  await story.beQuiet();
  const edited = picture(3, { caption: "two", edit_date: 5 });
  expect(albums.withEdit(edited)).toEqual([edited, picture(4)]);
  expect(albums.withEdit(picture(9))).toBeUndefined();
});

test("a picture that comes while its album is handed on is not lost", async () => {
  const { promise: storing, resolve: stored } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  await using story = openAlbums(
    new Map(),
    () => undefined,
    async () => {
      begun.resolve();
      await storing;
    },
  );
  await story.albums.add(picture(1), 1);
  await story.beQuiet();
  await begun.promise;
  await story.albums.add(picture(2), 2);
  stored();
  await expect.poll(() => story.handedOn).toEqual([[1]]);
  await story.beQuiet();
  await expect.poll(() => story.handedOn).toEqual([[1], [2]]);
  expect(story.collected()).toEqual([]);
  expect(idsOf(story.albums.withEdit(picture(1)) ?? expect.fail())).toEqual([1, 2]);
});
