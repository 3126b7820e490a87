import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);

const PROGRAM = path.join(
  import.meta.dirname,
  "../../src/integrations/mcp/testing/conformance-client-process.ts",
);

const EXTENSION =
  "an extension of the protocol that nobody has to implement, and the agent does not";

/** Scenarios that fail, each with its reason. One that passes is taken off the list. */
const EXPECTED: Readonly<Record<string, string>> = {
  "auth/2025-03-26-oauth-metadata-backcompat":
    "the suite's server states another issuer than its address, which RFC 8414 forbids; later suites fixed it",
  "auth/client-credentials-jwt": EXTENSION,
  "auth/cross-app-access-complete-flow": EXTENSION,
  "auth/enterprise-managed-authorization": EXTENSION,
  "auth/dpop": EXTENSION,
  "auth/dpop-nonce": EXTENSION,
  "auth/wif-jwt-bearer": EXTENSION,
};

/** Runs a suite against the agent's connections, and returns the passed and failed checks of each scenario. */
async function runSuite(name: string, ...options: readonly string[]) {
  const manifest = require.resolve(`${name}/package.json`);
  const suite = path.join(path.dirname(manifest), "dist/index.js");
  const command = `${process.execPath} ${PROGRAM}`;
  const args = [suite, "client", "--command", command, "--timeout", "120000", ...options];
  // A failing scenario ends the suite with 1: what failed is read from its summary.
  const stdout = await promisify(execFile)(process.execPath, args, { maxBuffer: 64_000_000 }).then(
    (output) => output.stdout,
    (error: { stdout: string }) => error.stdout,
  );
  const lines = stdout.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  return [...lines].map(([, scenario = "", passed, failed]) => ({
    scenario,
    passed: Number(passed),
    failed: Number(failed),
  }));
}

test.each([
  ["the protocols until 2025-11-25", "conformance-2025", ["--suite", "all"], 26],
  ["the protocol of 2026-07-28", "conformance-2026", ["--requirements", "2026-07-28"], 39],
])(
  "the agent's connections conform to %s, check by check",
  { timeout: 400_000 },
  async (_protocol, name, options, scenarios) => {
    const results = await runSuite(name, ...options);
    expect(results).toHaveLength(scenarios);
    const failing = results.filter(({ failed }) => failed > 0).map(({ scenario }) => scenario);
    const expected = results.map(({ scenario }) => scenario).filter((one) => one in EXPECTED);
    expect(failing.toSorted()).toEqual(expected.toSorted());
    // A scenario that checks nothing is no pass.
    expect(results.filter(({ passed }) => passed === 0)).toEqual([]);
  },
);
