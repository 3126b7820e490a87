import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Runs the groups of vitest.integration.config.ts side by side, or with arguments only what they name. */
const GROUPS = ["telegram", "programs", "long", "kills"];
const COMMAND = ["run", "--config", "vitest.integration.config.ts"];

const given = process.argv.slice(2);

if (given.length > 0) {
  spawn("vitest", [...COMMAND, ...given], { stdio: "inherit" }).on("close", settle);
} else {
  for (const group of GROUPS) {
    const child = spawn("vitest", [...COMMAND, "--project", group], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => process.stdout.write(`${group}: ${line}\n`));
    child.on("close", settle);
  }
}

function settle(code: number | null): void {
  process.exitCode ||= code ?? 1;
}
