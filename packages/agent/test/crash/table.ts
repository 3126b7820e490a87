import type { Kill, ScenarioRun } from "./run-scenario.ts";
import type { Scenario } from "./scenarios.ts";

interface Result {
  readonly scenario: Scenario;
  readonly kills: readonly Kill[];
  readonly run: ScenarioRun;
}

/** Prints what was tried, a line per story. */
export function printTable(results: readonly Result[]): void {
  const names = [...new Set(results.map(({ scenario }) => scenario.name))];
  const rows = names.map((name) => {
    const ofName = results.filter(({ scenario }) => scenario.name === name);
    const kills = ofName.flatMap((result) => result.kills);
    return [
      name,
      String(ofName.length),
      String(kills.filter(({ at }) => at === "commit").length),
      String(kills.filter((kill) => kill.at === "question" && kill.type === "effect").length),
      String(kills.filter((kill) => kill.at === "question" && kill.type === "send").length),
      String(kills.filter((kill) => kill.at === "question" && kill.type === "post").length),
      String(ofName.flatMap(({ run }) => run.problems).length),
    ];
  });
  const header = [
    "story",
    "runs",
    "at commits",
    "after effects",
    "after sendings",
    "after posts",
    "problems",
  ];
  for (const row of [header, ...rows])
    process.stdout.write(
      `${row.map((cell, at) => (at === 0 ? cell.padEnd(36) : cell.padStart(15))).join("")}\n`,
    );
}
