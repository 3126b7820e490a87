import type { Message } from "grammy/types";
import { expect, test } from "vitest";
import { wait } from "../../../llm/wait.ts";
import { memoryIn } from "../../testing/surface-memory.ts";
import { type Album, createAlbums } from "./albums.ts";

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

/** Albums whose silence ends when the test says so. */
function openAlbums(
  kept = new Map<string, string>(),
  refuse: (album: Album) => Error | undefined = () => undefined,
  store: () => Promise<void> = async () => {},
) {
  const handedOn: number[][] = [];
  const failures: unknown[] = [];
  const stop = new AbortController();
  let silence = Promise.withResolvers<void>();
  const albums = createAlbums({
    memory: memoryIn(kept),
    async deliver(album) {
      const error = refuse(album);
      if (error) throw error;
      await store();
      handedOn.push(idsOf(album));
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
    kept,
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
  const { albums, handedOn, kept } = story;
  await albums.add(picture(4), 2);
  await albums.add(picture(3), 1);
  await albums.add(picture(4), 2);
  expect([handedOn, kept.size]).toEqual([[], 1]);
  await story.beQuiet();
  expect([handedOn, kept.size]).toEqual([[[3, 4]], 0]);
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

test("what an earlier process had collected is handed on by the next", async () => {
  const kept = new Map<string, string>();
  {
    await using first = openAlbums(kept);
    await first.albums.add(picture(3), 1);
    await first.albums.add(picture(4), 2);
  }
  await using next = openAlbums(kept);
  await next.albums.resume();
  await next.beQuiet();
  expect([next.handedOn, kept.size]).toEqual([[[3, 4]], 0]);
});

test("an album that cannot be taken in is kept, and tried again", async () => {
  let failures = 1;
  await using story = openAlbums(new Map(), () => {
    failures -= 1;
    return failures < 0 ? undefined : new Error("disk full");
  });
  await story.albums.add(picture(3), 1);
  await story.beQuiet();
  expect([story.handedOn, story.failures, story.kept.size]).toEqual([
    [],
    [new Error("disk full")],
    1,
  ]);
  await story.beQuiet();
  expect([story.handedOn, story.kept.size]).toEqual([[[3]], 0]);
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
  expect([...story.kept]).toEqual([]);
  expect(idsOf(story.albums.withEdit(picture(1)) ?? expect.fail())).toEqual([1, 2]);
});
