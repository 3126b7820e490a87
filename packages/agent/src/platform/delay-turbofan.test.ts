import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** Program that calls a function as often as it is asked to, and prints which compiler compiled that. */
const PROGRAM = `
  import { delayTurbofan } from ${JSON.stringify(new URL("delay-turbofan.ts", import.meta.url))};
  const [how, calls] = process.argv.slice(1);
  if (how === "delayed") delayTurbofan();
  const isSeven = ({ item }) => item === 7;
  function callOften() {
    for (let call = 0; call < Number(calls); call++) isSeven({ item: call % 9 });
  }
  %NeverOptimizeFunction(callOften);
  callOften();
  const TURBOFANNED = 1 << 6;
  process.stdout.write(%GetOptimizationStatus(isSeven) & TURBOFANNED ? "turbofan" : "other");
`;

async function compiler(how: string, calls: number): Promise<string> {
  // Compiles in the main thread, so that the result does not depend on the machine.
  const flags = ["--allow-natives-syntax", "--no-concurrent-recompilation"];
  const program = ["--input-type=module", "--eval", PROGRAM];
  const { stdout } = await run(process.execPath, [...flags, ...program, how, String(calls)]);
  return stdout;
}

test("a small function is compiled with TurboFan after more than 15,000 calls, where V8 waits for fewer", async () => {
  expect(await compiler("as it is", 15_000)).toBe("turbofan");
  expect(await compiler("delayed", 15_000)).toBe("other");
  expect(await compiler("delayed", 40_000)).toBe("turbofan");
});
