import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { decide, Outage, toFailure, type Tries } from "./decide.ts";
import { backoffMs, POLICIES, policyOf } from "./policy.ts";

const policy = { ...POLICIES.reply, firstMs: 1000, longestMs: 8000, ageLimitMs: 60_000 };
const fresh: Tries = { attempts: 0, outages: 0, createdAt: 0 };
const now = 10_000;
const given = { policy, now, random: 0 };
const down = { type: "outage", reason: "down" } as const;

test("an outage counts no attempt, and the delay doubles up to the longest", () => {
  const delays = [0, 1, 2, 3, 4, 40].map((outages) => {
    const verdict = decide({ ...fresh, outages }, down, given);
    expect(verdict).toMatchObject({ state: "waiting", attempts: 0, outages: outages + 1 });
    return verdict.nextAt - now;
  });
  expect(delays).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
});

test("delays are spread by up to a fifth", () => {
  expect([0, 0.5, 1].map((random) => backoffMs(policy, 1, random))).toEqual([1000, 900, 800]);
});

test("the other side may ask for a longer delay, up to an hour", () => {
  const delays = [10, 5000, 10 ** 9].map(
    (retryAfterMs) => decide(fresh, { ...down, retryAfterMs }, given).nextAt - now,
  );
  expect(delays).toEqual([1000, 5000, 3_600_000]);
});

test("what an outage has held up for too long expires, however often it was tried", () => {
  const old = { attempts: 0, outages: 500, createdAt: now - policy.ageLimitMs };
  expect(decide(old, down, given)).toMatchObject({ state: "expired", reason: "down" });
  expect(decide({ ...old, createdAt: old.createdAt + 1 }, down, given).state).toBe("waiting");
});

test("a bug is tried again a few times, and age does not matter to it", () => {
  const states = [0, 1, 2, 3, 4].map(
    (attempts) => decide({ ...fresh, attempts }, { type: "error", reason: "bug" }, given).state,
  );
  expect(states).toEqual(["waiting", "waiting", "waiting", "waiting", "failed"]);
});

test("what the other side rejects is tried three times, and what has no receiver once", () => {
  const refused = { type: "refused", reason: "no" } as const;
  const states = [0, 1, 2].map((attempts) => decide({ ...fresh, attempts }, refused, given).state);
  expect(states).toEqual(["waiting", "waiting", "failed"]);
  expect(decide(fresh, { ...refused, isFinal: true }, given).state).toBe("failed");
});

test("an attempt ends a row of outages", () => {
  const verdict = decide({ ...fresh, outages: 9 }, { type: "error", reason: "bug" }, given);
  expect(verdict).toMatchObject({ attempts: 1, outages: 0, nextAt: now + 1000 });
});

test("only what is not a fault is a bug, and its words stay inside", () => {
  expect(toFailure(new TypeError("x.secret is undefined"))).toEqual({
    type: "error",
    reason: "internal error",
  });
  for (const code of ["unavailable", "exhausted", "denied"] as const)
    expect(toFailure(new Fault(code, "no"))).toEqual({ type: "outage", reason: "no" });
  expect(toFailure(new Fault("invalid", "no"))).toEqual({ type: "refused", reason: "no" });
  const gone = toFailure(new Fault("missing", "no"));
  expect(gone).toEqual({ type: "refused", reason: "no", isFinal: true });
  expect(toFailure(new Outage("it answered 503", 5000))).toEqual({
    type: "outage",
    reason: "it answered 503",
    retryAfterMs: 5000,
  });
});

test("a setting changes one figure of a policy", () => {
  const overrides = { reply: { ageLimitMs: 5 } };
  expect(policyOf("reply", overrides)).toEqual({ ...POLICIES.reply, ageLimitMs: 5 });
  expect(policyOf("turn", overrides)).toEqual(POLICIES.turn);
});
