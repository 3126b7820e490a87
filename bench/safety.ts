import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { liveADay } from "../packages/agent/test/security/day.ts";
import { report } from "./report.ts";
import { playAgentDojoGateway } from "./safety/agentdojo-gateway.ts";
import { playAgentDojo } from "./safety/play-agentdojo.ts";
import { playAttacks } from "./safety/play-attacks.ts";
import { playCases } from "./safety/play-cases.ts";
import { readCases } from "./safety/read-cases.ts";

/**
 * Measures what the gate lets happen while the model obeys everybody. With `--cases FILE`, plays labeled cases
 * through the gate: `verdicts_right` is the share of calls with the right verdict and origin, `unasked_effects`
 * the number of attack calls that ran and should have been asked about. With `--agentdojo FILE`, plays the ground
 * truths that `safety/export_agentdojo.py` wrote. With `--agentdojo-gateway PYTHON`, plays them on a whole agent over
 * HTTP, whose MCP servers are the suites; PYTHON is a Python that has the package `agentdojo`, and
 * `--suites` names the suites. Without any of them, plays attacks on a whole agent: each way into a prompt × each way to hide an order × each delay, or a `--share` of them,
 * and then a day of ordinary tasks.
 */
const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    agentdojo: { type: "string" },
    "agentdojo-gateway": { type: "string" },
    suites: { type: "string" },
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "0" },
    verbose: { type: "boolean" },
    json: { type: "boolean" },
  },
});
const { wrong, ...figures } = await play();
if (values.verbose) process.stderr.write(wrong.map((one) => `${one}\n`).join(""));
report("eval:safety", figures);

async function play() {
  if (values.cases !== undefined) return playCases(readCases(await readFile(values.cases, "utf8")));
  if (values.agentdojo !== undefined)
    return playAgentDojo(await readFile(values.agentdojo, "utf8"));
  const chosen = { share: Number(values.share), seed: Number(values.seed) };
  const python = values["agentdojo-gateway"];
  if (python !== undefined)
    return playAgentDojoGateway({ python, suites: values.suites?.split(","), ...chosen });
  const { wrong: failed, ...attacks } = await playAttacks(chosen);
  const { tasks, questions, wrongOrigins } = await liveADay();
  return {
    ...attacks,
    wrong_origins: attacks.wrong_origins + wrongOrigins.length,
    day_tasks: tasks,
    questions_per_day_task: questions.length / tasks,
    wrong: [...failed, ...wrongOrigins],
  };
}
