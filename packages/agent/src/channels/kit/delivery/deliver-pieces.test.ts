import { expect, test } from "vitest";
import { memoryIn } from "../../testing/channel-state.ts";
import { attempt } from "../../../kernel/attempt.ts";
import { type Courier, deliverPieces } from "./deliver-pieces.ts";
import { openDeliveryLog } from "./delivery-log.ts";

type Outcome = "arrives" | "arrives unnoticed" | "is lost" | "is refused";

/** A chat whose posts end one after the other as said, and in which a sender can look. */
function openChat(outcomes: readonly Outcome[]) {
  const shown: string[] = [];
  const kept = new Map<string, string>();
  let posts = 0;
  const send = async (clientId: string, pieces: readonly string[]) => {
    const log = await openDeliveryLog(memoryIn(kept), { externalId: "7", clientId });
    const courier: Courier<string, string> = {
      log,
      async post(piece) {
        const outcome = outcomes[posts] ?? "arrives";
        posts += 1;
        if (outcome === "arrives" || outcome === "arrives unnoticed") shown.push(piece);
        if (outcome !== "arrives") throw new Error(outcome);
        return `id of ${piece}`;
      },
      recover: async (piece) => (shown.includes(piece) ? `id of ${piece}` : undefined),
      isRefusal: (error) => error instanceof Error && error.message === "is refused",
    };
    const done = await attempt(deliverPieces(pieces, courier));
    return done.status === "fulfilled" ? done.value : String(done.reason);
  };
  return { shown, kept, send, posts: () => posts };
}

test.each([
  ["arrives unnoticed", 1],
  ["is lost", 2],
] as const)("a piece that %s is shown once", async (outcome, posts) => {
  const chat = openChat(["arrives", outcome]);
  expect(await chat.send("c1", ["a", "b", "c"])).toBe(`Error: ${outcome}`);
  expect(await chat.send("c1", ["a", "b", "c"])).toEqual(["id of a", "id of b", "id of c"]);
  expect(chat.shown).toEqual(["a", "b", "c"]);
  expect(chat.posts()).toBe(2 + posts);
});

test("after a refusal nobody looks for the piece", async () => {
  const chat = openChat(["is refused"]);
  chat.shown.push("a");
  expect(await chat.send("c1", ["a"])).toBe("Error: is refused");
  expect(await chat.send("c1", ["a"])).toEqual(["id of a"]);
  // The other one was there before.
  expect(chat.shown).toEqual(["a", "a"]);
});

test("a part that has arrived is not posted again, and the next one is", async () => {
  const chat = openChat([]);
  await chat.send("c1", ["a"]);
  expect(await chat.send("c1", ["a"])).toEqual(["id of a"]);
  expect(await chat.send("c2", ["a"])).toEqual(["id of a"]);
  expect(chat.shown).toEqual(["a", "a"]);
  expect(chat.kept.size).toBe(1);
});

test("a piece takes the place of a message that stands for it", async () => {
  const kept = new Map<string, string>();
  const log = await openDeliveryLog(memoryIn(kept), { externalId: "7", clientId: "c1" });
  const posted: string[] = [];
  const ids = await deliverPieces(["a", "b"], {
    log,
    replace: async (_piece, { isFirst }) => (isFirst ? "placeholder" : undefined),
    async post(piece, { isLast }) {
      posted.push(`${piece} ${isLast}`);
      return piece;
    },
    recover: () => Promise.reject(new Error("nothing is unsettled")),
    isRefusal: () => false,
  });
  expect([ids, posted]).toEqual([["placeholder", "b"], ["b true"]]);
});

test("a record that cannot be read counts as none", async () => {
  const kept = new Map([["sending:7", "{"]]);
  const log = await openDeliveryLog(memoryIn(kept), { externalId: "7", clientId: "c1" });
  expect([log.ids, log.isUnsettled]).toEqual([[], false]);
});
