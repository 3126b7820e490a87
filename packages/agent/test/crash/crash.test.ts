import { expect, test } from "vitest";
import { COMMIT_POINTS, type CommitPoint } from "../../src/store/commit-point.ts";
import { type Kill, runScenario, type ScenarioRun } from "./run-scenario.ts";
import { sampleOf, seedFromEnvironment } from "./sample.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { printTable } from "./table.ts";

/**
 * Tells every story while the process is killed around each commit, after each effect before its
 * settlement, and after each send; then checks that every message was answered once and nothing was done
 * twice. `npm run prove` tries all of them; this test tries a sample that changes from run to run.
 */
const PROVE = process.env["REEVE_PROVE"] === "all";
const SAMPLE = 40;
const SAMPLE_MS = 1_800_000;
const TOLD_EACH = 100;
/** Thousands of runs, each of them processes that start. */
const PROVE_MS = 4 * 3_600_000;
/** Runs are mostly waiting for processes; two cores take this many at once. */
const CONCURRENCY = 3;

interface Case {
  readonly scenario: Scenario;
  readonly kills: readonly Kill[];
}

test(
  "every story ends the same, wherever the process is killed",
  { timeout: PROVE ? PROVE_MS : SAMPLE_MS },
  async () => {
    const undisturbed = await runAll(scenarios.map((scenario) => ({ scenario, kills: [] })));
    expect(undisturbed.flatMap(problemsOf)).toEqual([]);

    const hit = new Set(undisturbed.flatMap(({ run }) => run.commits));
    expect([...hit].toSorted()).toEqual([...COMMIT_POINTS].toSorted());

    const all = undisturbed.flatMap(({ scenario, run }) =>
      killsOf(run).map((kill): Case => ({ scenario, kills: [kill] })),
    );
    const seed = seedFromEnvironment();
    const twice = sampleOf(all, { seed: seed + 1, size: all.length }).map(
      ({ scenario, kills }, index): Case => ({
        scenario,
        kills: [
          ...kills,
          ...(all.filter((one) => one.scenario === scenario).at(index % 7)?.kills ?? []),
        ],
      }),
    );
    const whole = [...all, ...twice];
    const cases = sampleOf(whole, { seed, size: PROVE ? whole.length : SAMPLE });
    process.stdout.write(`crash suite: seed ${seed}, ${cases.length} of ${whole.length} kills\n`);

    const results = await runAll(cases);
    printTable(results);
    expect(results.flatMap(problemsOf)).toEqual([]);
    expect(results.filter(({ run }) => run.wasKilled).length).toBeGreaterThan(cases.length / 2);
  },
);

/** Returns every moment at which an undisturbed run can be killed. */
function killsOf({ commits, asked }: ScenarioRun): readonly Kill[] {
  const counts = new Map<CommitPoint, number>();
  const atCommits = commits.flatMap((point): Kill[] => {
    const nth = (counts.get(point) ?? 0) + 1;
    counts.set(point, nth);
    return [
      { at: "commit", point, when: "before", nth },
      { at: "commit", point, when: "after", nth },
    ];
  });
  const atQuestions = (["send", "effect", "post", "hear"] as const).flatMap((type) =>
    Array.from({ length: asked[type] }, (_, index): Kill => ({
      at: "question",
      type,
      nth: index + 1,
    })),
  );
  return [...atCommits, ...atQuestions];
}

interface Tried extends Case {
  readonly run: ScenarioRun;
}

async function runAll(cases: readonly Case[]): Promise<readonly Tried[]> {
  const results: Tried[] = [];
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const run = await runScenario(next.scenario, { kills: next.kills });
      results.push({ ...next, run });
      // A long run that is stopped has already printed its problems.
      for (const problem of problemsOf({ ...next, run })) process.stdout.write(`${problem}\n`);
      if (results.length % TOLD_EACH === 0) process.stdout.write(`${results.length} runs\n`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
}

function problemsOf({ scenario: { name }, kills, run }: Tried): readonly string[] {
  const after = kills.length > 0 ? ` after ${JSON.stringify(kills)}` : "";
  return run.problems.map((problem) => `${name}: ${problem}${after}`);
}
