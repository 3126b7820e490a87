import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isFault } from "@reeve/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "./config.ts";
import { secret } from "./secret.ts";

const schema = z.object({
  agent: z
    .object({
      maxSteps: z.int().min(1).max(50).default(5),
      mode: z.enum(["steer", "queue"]).default("steer"),
      name: z.string().default("Reeve").meta({ formerly: "title" }),
    })
    .prefault({}),
  models: z
    .object({
      key: secret().optional(),
      endpoints: z
        .record(z.string(), z.object({ url: z.string().meta({ formerly: "address" }) }))
        .default({}),
      order: z.array(z.string()).default([]),
    })
    .prefault({}),
});

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-config-"));
  file = path.join(folder, "config.yaml");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function load(text: string, env = {}, flags = {}) {
  await writeFile(file, text);
  return loadConfig(schema, { file, env, flags });
}

async function faultOf(loading: Promise<unknown>) {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  if (!isFault(error)) throw new Error("expected a fault", { cause: error });
  return { code: error.code, message: error.message, hint: error.hint };
}

const defaults = {
  agent: { maxSteps: 5, mode: "steer", name: "Reeve" },
  models: { endpoints: {}, order: [] },
};

test("without a file the defaults hold", async () => {
  expect(await loadConfig(schema, { file, env: {} })).toEqual({
    config: defaults,
    warnings: [],
    sources: {
      "agent.maxSteps": { kind: "default" },
      "agent.mode": { kind: "default" },
      "agent.name": { kind: "default" },
      "models.key": { kind: "default" },
      "models.endpoints": { kind: "default" },
      "models.order": { kind: "default" },
    },
  });
});

test.each(["", "# nothing yet\n", "agent:\n", "agent:\n  maxSteps:\n"])(
  "a file that sets nothing (%j) changes nothing",
  async (text) => {
    expect(await load(text)).toMatchObject({ config: defaults, warnings: [] });
  },
);

test("flags go before the environment, the environment before the file", async () => {
  const text = "agent:\n  maxSteps: 6\n  mode: queue\n  name: Ann\n";
  const env = { REEVE_AGENT_MAX_STEPS: "7", REEVE_AGENT_NAME: "Bob", PATH: "/bin" };

  const { config, warnings, sources } = await load(text, env, { "agent.maxSteps": "8" });

  expect(config.agent).toEqual({ maxSteps: 8, mode: "queue", name: "Bob" });
  expect(warnings).toEqual([]);
  expect(sources).toMatchObject({
    "agent.maxSteps": { kind: "flag", name: "agent.maxSteps" },
    "agent.mode": { kind: "file", file, line: 3 },
    "agent.name": { kind: "env", name: "REEVE_AGENT_NAME" },
  });
});

test("the name of a variable may be written in other ways, and empty means unset", async () => {
  const env = { reeve_agent_maxsteps: "9", REEVE_AGENT_MODE: "" };
  expect((await load("", env)).config.agent).toMatchObject({ maxSteps: 9, mode: "steer" });
});

test("text stays text, everything else is read as YAML or JSON", async () => {
  const env = { REEVE_AGENT_NAME: "007", REEVE_MODELS_ORDER: '["a", "b"]' };
  const flags = { "models.endpoints.local.url": "http://localhost:11434" };
  expect((await load("", env, flags)).config).toEqual({
    agent: { ...defaults.agent, name: "007" },
    models: { endpoints: { local: { url: "http://localhost:11434" } }, order: ["a", "b"] },
  });
});

test("what is loaded cannot be changed, to the last list", async () => {
  const { config } = await load("models:\n  order: [a]\n  key: k\n");
  expect(() => config.models.order.push("b")).toThrow(TypeError);
  expect(() => Object.assign(config.agent, { maxSteps: 1 })).toThrow(TypeError);
  expect(config.models.key?.reveal()).toBe("k");
});

test("an unknown key gives a warning that names the nearest one", async () => {
  const text = "agent:\n  maxStep: 6\nagnet:\n  mode: queue\n__proto__:\n  polluted: yes\n";
  const env = { REEVE_AGENT_MODUS: "queue", REEVE_HOME: "/srv", REEVE_HOEM: "/srv" };

  const { config, warnings } = await load(text, env, { "agent.nmae": "x" });

  expect(config).toEqual(defaults);
  expect(warnings).toEqual([
    `Unknown setting agent.maxStep in ${file}:2. Did you mean agent.maxSteps?`,
    `Unknown setting agnet in ${file}:3. List the settings: reeve config list`,
    `Unknown setting __proto__ in ${file}:5. List the settings: reeve config list`,
    "Unknown variable REEVE_AGENT_MODUS. Did you mean REEVE_AGENT_MODE?",
    "Unknown variable REEVE_HOEM. Did you mean REEVE_HOME?",
    "Unknown setting --set agent.nmae. Did you mean agent.name?",
  ]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a wrong entry of an open-ended setting is named by its own path", async () => {
  const text = "models:\n  endpoints:\n    local:\n      url: 7\n";
  expect(await faultOf(load(text))).toEqual({
    code: "invalid",
    message: `models.endpoints is {"local":{"url":7}} (${file}:2); models.endpoints.local.url: Invalid input: expected string, received number.`,
    hint: `Fix line 2 of ${file}, or run: reeve config unset models.endpoints`,
  });
});

test("wrong values are named with their source and what would fit, all at once", async () => {
  const env = { REEVE_AGENT_MODE: "shout" };
  const loading = load("# mine\nagent:\n  maxSteps: 99\n", env, { "models.order": "7" });
  expect(await faultOf(loading)).toEqual({
    code: "invalid",
    message: [
      `agent.maxSteps is 99 (${file}:3); it must be a whole number from 1 to 50.`,
      'agent.mode is "shout" (REEVE_AGENT_MODE); it must be one of steer, queue.',
      "models.order is 7 (--set models.order); it must be a list.",
    ].join("\n"),
    hint: `Fix line 3 of ${file}, or run: reeve config unset agent.maxSteps`,
  });
});

test("a wrong value inside a setting, or in the place of a section, is found as well", async () => {
  expect(await faultOf(load("models:\n  order: [1]\nagent: 5\n"))).toEqual({
    code: "invalid",
    message: [
      `agent is 5 (${file}:3); Invalid input: expected object, received number.`,
      `models.order is [1] (${file}:2); it must be a list.`,
    ].join("\n"),
    hint: `Fix line 3 of ${file}, or run: reeve config unset agent`,
  });
});

test("a complaint about a sensitive value does not show it", async () => {
  expect(await faultOf(load("models:\n  key: [hunter2]\n"))).toEqual({
    code: "invalid",
    message: `models.key is ••• (${file}:2); it must be text.`,
    hint: `Fix line 2 of ${file}, or run: reeve config unset models.key`,
  });
});

test.each([
  ["agent:\n  mode: [\n", /config\.yaml:\d is not valid YAML: /],
  ["agent:\n  mode: a\n  mode: b\n", /config\.yaml:3 is not valid YAML: /],
  ["just text\n", /config\.yaml contains a single value instead of settings/],
  ["- agent\n", /config\.yaml contains a single value instead of settings/],
])("a file such as %j is refused with its line", async (text, message) => {
  expect(await faultOf(load(text))).toMatchObject({
    code: "invalid",
    message: expect.stringMatching(message) as string,
  });
});

test.each([
  ["the file", "agent:\n  title: Ann\n", {}, {}],
  ["a variable", "", { REEVE_AGENT_TITLE: "Ann" }, {}],
  ["a flag", "", {}, { "agent.title": "Ann" }],
])("accepts the former name of a setting in %s", async (_name, text, env, flags) => {
  const { config, warnings } = await load(text, env, flags);
  expect(config.agent.name).toBe("Ann");
  expect(warnings).toEqual([]);
});

test("accepts a former name in the entries of an open-ended section", async () => {
  const { config } = await load("models:\n  endpoints:\n    home:\n      address: http://a\n");
  expect(config.models.endpoints).toEqual({ home: { url: "http://a" } });
});

test("the current name counts where both are set", async () => {
  expect((await load("agent:\n  name: Ann\n  title: Bob\n")).config.agent.name).toBe("Ann");
});
