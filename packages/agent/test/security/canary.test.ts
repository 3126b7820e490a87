import { expect, test } from "vitest";
import { sampleOf, seedFromEnvironment } from "../crash/sample.ts";
import { plantedBugs } from "./planted-bugs.ts";
import { type CanaryRun, runCanary } from "./run-canary.ts";
import { DERIVATIONS, WAYS } from "./secrets.ts";

/**
 * Random people of several tenants say and ask random things, while every prompt is
 * looked at. `npm run prove` takes 2,000 turns, here a sample that changes from run to
 * run is taken; `REEVE_SEED` repeats one.
 */
const PROVE = process.env["REEVE_PROVE"] === "all";
const TURNS = PROVE ? 2000 : 200;
/** Each planted bug shows long before. */
const TURNS_WITH_BUG = 500;
const MIN_FOUND = 0.95;
/** A sample of so few questions may fall short by chance: by no more than three standard deviations. */
const CHANCE = PROVE ? 0 : 3;

const seed = seedFromEnvironment();

test(
  "secrets stay out of prompts beyond their audience, and are found within it",
  { timeout: 600_000 },
  async () => {
    process.stdout.write(`canary suite: seed ${seed}, ${TURNS} turns\n`);
    const run = await runCanary({ seed, turns: TURNS });
    process.stdout.write(`${tell(run)}\n`);

    expect(run.leaks).toEqual([]);
    const asked = sum(run, "asked");
    expect(asked).toBeGreaterThan(TURNS / 10);
    const deviation = Math.sqrt((MIN_FOUND * (1 - MIN_FOUND)) / asked);
    const least = MIN_FOUND - CHANCE * deviation;
    expect(sum(run, "found") / asked, run.missed.join("\n")).toBeGreaterThanOrEqual(least);
    expect(
      DERIVATIONS.filter((as) => ![...run.seen].some((canary) => canary.endsWith(as))),
    ).toEqual([]);
    expect(run.compactions).toBeGreaterThan(0);
    if (PROVE) expect(WAYS.filter((way) => !run.found.has(way))).toEqual([]);
  },
);

/** A sample of the planted bugs, too. */
const bugs = PROVE ? plantedBugs : sampleOf(plantedBugs, { seed, size: 4 });

test.each(bugs)("the check finds it: $name", { timeout: 300_000 }, async (bug) => {
  const run = await runCanary({ seed, turns: TURNS_WITH_BUG, bug, untilLeak: true });

  expect(run.leaks).not.toEqual([]);
});

function sum({ found }: CanaryRun, what: "asked" | "found"): number {
  return [...found.values()].reduce((total, count) => total + count[what], 0);
}

function tell({ requests, compactions, found, missed }: CanaryRun): string {
  const counts = Array.from(found, ([kind, count]) => `${kind} ${count.found}/${count.asked}`);
  return [
    `canary suite: ${requests} requests, ${compactions} compactions; found ${counts.join(", ")}`,
    ...missed.map((one) => `  missed ${one}`),
  ].join("\n");
}
