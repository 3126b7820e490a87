import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Runs the groups of vitest.integration.config.ts side by side, or with arguments only what they name.
 * Prints failures again when all have ended, because people read the end of a long log.
 */
const GROUPS = ["telegram", "programs", "long", "kills"];
const COMMAND = ["run", "--config", "vitest.integration.config.ts"];
/** How vitest heads the part of its output that says which tests failed and why. */
const FAILURES =
  /Failed (Tests|Suites)|Unhandled (Errors|Rejection)|Startup Error|error during close/u;

const given = process.argv.slice(2);

if (given.length > 0) {
  process.exitCode = await codeOf(spawn("vitest", [...COMMAND, ...given], { stdio: "inherit" }));
} else {
  for (const { group, code, failures } of await Promise.all(GROUPS.map(runGroup))) {
    if (code === 0) continue;
    process.exitCode = 1;
    process.stdout.write(`\n${group} failed (exit code ${code}):\n${failures.join("\n")}\n`);
  }
}

async function runGroup(group: string) {
  const child = spawn("vitest", [...COMMAND, "--project", group], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const failures: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => {
      process.stdout.write(`${group}: ${line}\n`);
      if (failures.length > 0 || FAILURES.test(line)) failures.push(line);
    });
  return { group, code: await codeOf(child), failures };
}

function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on("close", (code) => {
      resolve(code ?? 1);
    });
  });
}
