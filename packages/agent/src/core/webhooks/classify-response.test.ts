import { expect, test } from "vitest";
import { classifyResponse, type Judging } from "./classify-response.ts";

const retries = { firstMs: 1000, longestMs: 8000, giveUpMs: 60_000 };
const judging: Judging = { attempts: 0, createdAt: 0, now: 0, retries, random: 0.5 };

/** When it is tried again. */
const pauseOf = (own: Partial<Judging>) => {
  const judged = classifyResponse({ type: "answered", status: 500 }, { ...judging, ...own });
  return judged.type === "later" ? judged.nextAt : undefined;
};

const asked = (retryAfterMs: number) =>
  classifyResponse({ type: "answered", status: 503, retryAfterMs }, judging);

test("any 2xx is an arrival, and 410 an end", () => {
  expect(classifyResponse({ type: "answered", status: 200 }, judging)).toEqual({ type: "sent" });
  expect(classifyResponse({ type: "answered", status: 299 }, judging)).toEqual({ type: "sent" });
  expect(classifyResponse({ type: "answered", status: 410 }, judging)).toEqual({
    type: "off",
    reason: "the receiver returned status 410 and accepts no more events",
  });
});

test("everything else is tried again, also a redirection", () => {
  for (const status of [100, 199, 300, 302, 400, 404, 429, 500, 503])
    expect(classifyResponse({ type: "answered", status }, judging)).toEqual({
      type: "later",
      nextAt: 1000,
      reason: `the receiver returned status ${status}`,
    });
  expect(classifyResponse({ type: "unanswered", reason: "refused" }, judging)).toEqual({
    type: "later",
    nextAt: 1000,
    reason: "refused",
  });
});

test("pauses double up to the longest, and are spread", () => {
  expect([0, 1, 2, 3, 4, 40].map((attempts) => pauseOf({ attempts }))).toEqual([
    1000, 2000, 4000, 8000, 8000, 8000,
  ]);
  expect([pauseOf({ random: 0 }), pauseOf({ random: 1 })]).toEqual([900, 1100]);
});

test("a receiver may ask for a longer pause, not for an endless one", () => {
  expect(asked(10)).toMatchObject({ nextAt: 1000 });
  expect(asked(5000)).toMatchObject({ nextAt: 5000 });
  expect(asked(1_000_000)).toMatchObject({ nextAt: 8000 });
});

test("what has waited for too long is given up after one more attempt", () => {
  const late = { ...judging, now: 60_000 };
  expect(classifyResponse({ type: "answered", status: 500 }, late)).toEqual({
    type: "dead",
    reason: "the receiver returned status 500",
  });
  expect(classifyResponse({ type: "answered", status: 204 }, late)).toEqual({ type: "sent" });
});
