import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Fault } from "@reeve/sdk";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createAccess } from "../../src/core/access.ts";
import { createIdempotency } from "../../src/core/idempotency.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { silentLog } from "../../src/platform/log.ts";
import { httpConfig } from "../../src/channels/http/config.ts";
import { createGateway } from "../../src/channels/http/create-gateway.ts";
import { listen } from "../../src/channels/http/listen.ts";
import type { McpCaller } from "../../src/channels/http/mcp/mcp-caller.ts";
import { createMcpEndpoint } from "../../src/channels/http/mcp/mcp-endpoint.ts";
import { mcpRoutesOf } from "../../src/channels/http/routes/mcp.ts";
import { startGateway } from "../kit/http/start-gateway.ts";
import { createFixtureServer } from "./mcp-conformance/fixture-server.ts";

/**
 * The official suite calls fixtures by name, so it cannot test the agent's own tools. It tests the
 * parts that carry MCP: the gateway with its checks of host, origin and token, the route, the
 * sessions, and the choice between the protocol's revisions. What is behind them here, the fixtures
 * and the framing of messages, belongs to the suite and to the official server package.
 */
const SUITES = [
  { name: "conformance-2025", args: ["--suite", "all"], scenarios: 32, checks: 44 },
  {
    name: "conformance-2026",
    args: ["--suite", "all", "--spec-version", "2026-07-28"],
    scenarios: 40,
    checks: 141,
  },
];

/** Scenarios that fail, by suite, with the reason. */
const EXPECTED_FAILURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "conformance-2025": {},
  "conformance-2026": {
    "http-custom-header-server-validation":
      "needs a tool with x-mcp-header; none of the agent's tools copies an argument to a header",
  },
};

test.each(SUITES)("the endpoint passes $name", async ({ name, args, scenarios, checks }) => {
  const url = await serveFixtures();
  const results = await runSuite(name, ["--url", `${url}/mcp`, ...args]);
  const failures = [...results].flatMap(([scenario, found]) => {
    const failed = found.filter(({ status }) => status === "FAILURE");
    return failed.length > 0 ? [{ scenario, failed: failed.map(describe) }] : [];
  });
  const expected = Object.keys(EXPECTED_FAILURES[name] ?? {});
  expect(failures.filter(({ scenario }) => !expected.includes(scenario))).toEqual([]);
  expect(failures.map(({ scenario }) => scenario).toSorted()).toEqual(expected.toSorted());
  // A scenario without checks passes, too: they are counted.
  const passed = [...results.values()].flat().filter(({ status }) => status === "SUCCESS");
  expect({ scenarios: results.size, checks: passed.length }).toEqual({ scenarios, checks });
});

/** Serves the fixtures behind a gateway. The suite sends no token, so one is added before the gateway. */
async function serveFixtures(): Promise<string> {
  const running = await startGateway({ model: scriptedModel([]) });
  onTestFinished(() => running[Symbol.asyncDispose]());
  const { store } = running.agent;
  const clock = systemClock;
  const config = httpConfig.parse({ port: 0 });
  const endpoint = createMcpEndpoint<McpCaller>({
    serve: async () => createFixtureServer(),
    newId,
    clock,
  });
  const gateway = createGateway({
    config,
    routes: mcpRoutesOf(endpoint, { config }),
    agent: () => Promise.reject(new Fault("unavailable", "There is no agent.")),
    access: createAccess({ store, clock, randomBytes, sessionMs: 1000, log: silentLog }),
    repeats: createIdempotency({ store, clock }),
    clock,
    newId,
    log: silentLog,
  });
  const authorization = `Bearer ${await running.token({ scopes: ["read"] })}`;
  const stop = new AbortController();
  const listening = await listen({
    config,
    signal: stop.signal,
    fetch: async (request) => {
      request.headers.set("authorization", authorization);
      return gateway.fetch(request);
    },
    upgrade: async (_request, { socket }) => void socket.destroy(),
  });
  onTestFinished(async () => {
    stop.abort();
    await listening.closed;
  });
  return listening.url.replace("127.0.0.1", "localhost");
}

const check = z.object({
  id: z.string(),
  status: z.string(),
  errorMessage: z.string().optional(),
});

type Check = z.output<typeof check>;

function describe({ id, errorMessage }: Check): string {
  return `${id}: ${errorMessage}`;
}

/** Runs a suite, and returns the checks of each scenario. */
async function runSuite(
  name: string,
  args: readonly string[],
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-conformance-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = fileURLToPath(
    new URL(`../../../../node_modules/${name}/dist/index.js`, import.meta.url),
  );
  // Failures are counted from the files; the program's exit code says less.
  await new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, "server", ...args, "-o", folder],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      resolve,
    );
  });
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith("checks.json"),
  );
  const read = files.map(async (file): Promise<[string, readonly Check[]]> => {
    const json: unknown = JSON.parse(await readFile(path.join(folder, file), "utf8"));
    const [, scenario = file] =
      /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(path.basename(path.dirname(file))) ?? [];
    return [scenario, z.array(check).parse(json)];
  });
  return new Map(await Promise.all(read));
}
