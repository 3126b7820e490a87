import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Runs a program and returns what it prints; anything but success throws with its output. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd }: { cwd: string },
): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${out}${err}`);
  return out;
}
