import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CommitPoint } from "../../src/store/commit-point.ts";
import { checkForgotten } from "./checks/check-forgotten.ts";
import { checkHeard } from "./checks/check-transcriptions.ts";
import { checkHistory } from "./checks/check-history.ts";
import { checkIndex } from "./checks/check-index.ts";
import type { KillAtCommit } from "./protocol.ts";
import { runAgent } from "./run-agent.ts";
import type { Scenario } from "./scenarios.ts";
import { createWorld, type KillAtQuestion, type OuterWorld } from "./world.ts";

/** Time of the kill: around a commit, or between an effect or a send and its settlement. */
export type Kill =
  | ({ readonly at: "commit" } & KillAtCommit)
  | ({ readonly at: "question" } & KillAtQuestion);

export interface ScenarioRun {
  readonly problems: readonly string[];
  /** Whether the last kill was reached. */
  readonly wasKilled: boolean;
  readonly commits: readonly CommitPoint[];
  readonly asked: OuterWorld["asked"];
}

export interface ScenarioOptions {
  /** One process dies at each, then one lives. */
  readonly kills: readonly Kill[];
  /** Does something to the home between two processes; called with the number of the next one. */
  readonly tamper?: (home: string, process: number) => void;
}

/** Runs a story with processes that die on the way, and checks the result. */
export async function runScenario(
  scenario: Scenario,
  { kills, tamper }: ScenarioOptions,
): Promise<ScenarioRun> {
  const {
    mode = "steer",
    breaksOnce,
    learns,
    indexes,
    forgets,
    compactMessages,
    approvalMs,
    failures = 0,
    react = () => {},
  } = scenario;
  const home = await mkdtemp(path.join(tmpdir(), "reeve-crash-"));
  const serving = createWorld({ react, failures });
  const setup = { home, mode, breaksOnce, learns, indexes, compactMessages, approvalMs };
  try {
    if (tamper) await runAgent(setup, serving);
    scenario.begin(serving.world);
    const commits: CommitPoint[] = [];
    let wasKilled = false;
    for (const [index, kill] of [...kills, undefined].entries()) {
      tamper?.(home, index);
      const isCommit = kill?.at === "commit";
      const inside = isCommit ? { ...setup, kill } : setup;
      const run = await runAgent(inside, serving, isCommit ? undefined : kill);
      commits.push(...run.commits);
      wasKilled = run.outcome === "killed" || (wasKilled && kill === undefined);
    }
    const unindexed = indexes ? await checkIndex(home) : [];
    const kept = forgets ? await checkForgotten(home) : [];
    const problems = [
      ...checkHistory(home, serving.world),
      ...checkHeard(serving.world, kills.length),
      ...unindexed,
      ...kept,
    ];
    return { problems, wasKilled, commits, asked: serving.world.asked };
  } finally {
    await rm(home, { recursive: true });
  }
}
