import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { openTurnKit, toolThat } from "../testing/open-turn-kit.ts";
import { estimateRequest } from "./estimate-request.ts";

const NANO_PER_TOKEN = 1000n;
const A_MILLION = 1_000_000n;
const price = {
  input: NANO_PER_TOKEN * A_MILLION,
  output: 0n,
  cacheRead: 0n,
  cacheWrite: 0n,
  tiers: [],
};

/** Estimates the first request of a session, in tokens. */
async function estimateFirst(text: string, tools: readonly Tool[] = []): Promise<bigint> {
  await using kit = await openTurnKit({ tools, price });
  const body = { kind: "message", text, name: "Ann", role: "owner", sentAt: 5 } as const;
  await kit.accept("m1", { body });
  const turn = await kit.claim();
  const nano = await kit.commit(turn, (leased) => estimateRequest(leased, turn, kit.deps));
  return nano / NANO_PER_TOKEN;
}

test("an estimate grows with what is new since the last request", async () => {
  const [short, long] = [await estimateFirst("hello"), await estimateFirst("hello ".repeat(5000))];
  expect(long - short).toBeGreaterThan(4900n);
  expect(long - short).toBeLessThan(10_100n);
});

test("the first request of a session is estimated with the tools that its chat has", async () => {
  const look = { name: "long_look", summary: "looks ".repeat(5000) };
  const without = await estimateFirst("hello", [toolThat({ ...look, scope: "group-only" })]);
  const withLook = await estimateFirst("hello", [toolThat({ ...look, scope: "always" })]);
  expect(withLook - without).toBeGreaterThan(4900n);
});
