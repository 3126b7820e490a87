import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";

/**
 * Runs every check but the tests, side by side; `npm run check` runs the tests after them. The
 * longest begin first. Each prints what it found when it ends, and all of them run to their end.
 */
const CHECKS = [
  ["types", "tsc -p ."],
  ["types of the dashboard", "tsc -p packages/dashboard"],
  ["lint", "oxlint --type-aware"],
  ["dead code", "knip"],
  ["words", "node scripts/check-words.ts"],
  ["generated files", "node scripts/gen.ts --check"],
  ["format", "oxfmt --check"],
] as const;

const waiting = [...CHECKS];

async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next;
    const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    const ended = Promise.withResolvers<boolean>();
    child.on("close", (code) => ended.resolve(code === 0));
    const [out, err, isGreen] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended.promise,
    ]);
    process.stdout.write(`${isGreen ? "✓" : "✗"} ${name}\n`);
    if (isGreen) continue;
    process.stdout.write(out + err);
    process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runWaiting));
