import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { testKitAddress } from "../../../integrations/plugins/plugin-command.ts";
import type { CommandContext } from "../../cli/command.ts";

/** `reeve plugin test [<folder>]`: runs the tests of a plugin with Node.js, which finds the kit. */
export async function run(
  args: readonly string[],
  { stdout, stderr, env, signal }: CommandContext,
): Promise<number> {
  const [given = ".", ...more] = args;
  const folder = path.resolve(given);
  const found = await stat(path.join(folder, "package.json")).catch(() => undefined);
  if (!found || more.length > 0)
    throw new Fault("missing", `There is no plugin in ${folder}.`, {
      hint: "Usage: reeve plugin test [<folder>]",
    });
  const options = ["--no-warnings", "--import", testKitAddress(), "--test"];
  const child = spawn(process.execPath, options, {
    cwd: folder,
    // A runner inside of another one would report to that.
    env: { ...env, NODE_TEST_CONTEXT: undefined },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  child.stdout.on("data", (chunk: Buffer) => stdout.write(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.write(chunk));
  const [code]: unknown[] = await once(child, "close");
  return code === 0 ? 0 : 1;
}
