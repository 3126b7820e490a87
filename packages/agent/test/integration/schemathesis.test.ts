import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReeveCommands, type ReeveCommands } from "../kit/reeve-commands.ts";

const run = promisify(execFile);

const PACKAGE = "schemathesis==4.32.5";

/** Streams that end when their listener leaves, what would end the run: the agent, or its token; and what calls others. */
const LEFT_OUT =
  "(/events$|^/v1/(log/)?live$|^/v1/agent/|^/v1/sign-out$|^/v1/browsers$|^/v1/tokens/|^/v1/setup/(models|try)$|^(/v1)?/mcp$)";

const CASES = 2_000;
const EXAMPLES = 20;
const seed = process.env["SEED"] ?? "7";

const SETTINGS = [
  ["http.port", "0"],
  ["http.rates.perMinute", "1000000"],
  ["http.rates.failuresPerMinute", "1000000"],
  ["agent.model", "offline/rules"],
] as const;

let folder: string;
let reeve: ReeveCommands;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-schemathesis-"));
  await run("python3", ["-m", "venv", folder]);
  await run(path.join(folder, "bin", "pip"), ["install", "--quiet", PACKAGE]);
  reeve = await openReeveCommands();
});
afterAll(async () => {
  await reeve[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("schemathesis finds nothing that the document of the API does not say", async () => {
  for (const [setting, value] of SETTINGS) await reeve.run(["config", "set", setting, value]);
  await reeve.begin(["start"]).until("ready ");
  const { out: link } = await reeve.run(["open"]);
  const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(link) ?? [];
  const { out: made } = await reeve.run(["tokens", "create", "schemathesis", "--scope", "admin"]);
  const [token] = /rv_[\w-]+/.exec(made) ?? [];

  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${origin}/v1/me`, { headers })).status).toBe(200);

  const { code, out } = await schemathesis(`${origin}/openapi.json`, [
    `--header=Authorization: Bearer ${token}`,
    `--exclude-path-regex=${LEFT_OUT}`,
    "--phases=examples,coverage,fuzzing",
    `--max-examples=${EXAMPLES}`,
    "--workers=1",
    `--seed=${seed}`,
    "--continue-on-failure",
    "--no-color",
    "--request-timeout=60",
    "--output-truncate=false",
  ]);

  expect({ code, out: code === 0 ? "" : out }).toEqual({ code: 0, out: "" });
  expect(casesIn(out)).toBeGreaterThanOrEqual(CASES);
});

async function schemathesis(
  document: string,
  args: readonly string[],
): Promise<{ code: number; out: string }> {
  const program = path.join(folder, "bin", "schemathesis");
  const config = ["--config-file", path.join(import.meta.dirname, "schemathesis.toml")];
  const options = { cwd: folder, maxBuffer: 100_000_000 };
  return new Promise((resolve) => {
    execFile(program, [...config, "run", document, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: `${out}${err}` }),
    );
  });
}

function casesIn(out: string): number {
  return Number(/(\d+) generated/.exec(out)?.[1] ?? 0);
}
