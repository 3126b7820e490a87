import { agent, type AgentStatus } from "@reeve/operations/agent/agent";
import { outbox } from "@reeve/operations/work/outbox";
import { access, constants, stat, statfs } from "node:fs/promises";
import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { isFault } from "@reeve/sdk";
import { systemClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { listServedModels } from "../../llm/apis/list-served-models.ts";
import type { ModelSpec } from "../../llm/apis/model-pool.ts";
import { findProvider } from "../../llm/providers.ts";
import type { Finding as Found } from "../../channels/kit/manifest.ts";
import { loadConfig } from "../../platform/config.ts";
import { type Home, resolveHome } from "../../platform/home.ts";
import { silentLog } from "../../platform/log.ts";
import { findDamage } from "../../store/sqlite/open.ts";
import { createFoundModelFile } from "../models/found-model-file.ts";
import { createChooseModel } from "../models/choose-model.ts";
import type { CommandContext } from "../cli/command.ts";
import { configSchema } from "../config-schema.ts";
import { connectIfThere } from "../connect-or-host.ts";
import { explainModelError } from "../cli/explain-model-error.ts";
import { configuredModel, credentialsFile, detectModel } from "../models/detect-model.ts";
import { tryModel } from "../models/try-model.ts";
import { checkSandbox } from "./doctor/check-sandbox.ts";
import { checkEmbedder } from "./doctor/check-embedder.ts";
import { checkSearch } from "./doctor/check-search.ts";
import { CHANNEL_NAMES, configureChannels } from "../channels.gen.ts";
import { checkSpeech } from "./doctor/check-speech.ts";
import { attempt } from "../../kernel/attempt.ts";

interface Finding extends Found {
  readonly check: string;
}

type Check = (home: Home, context: CommandContext) => Promise<Found>;

const OLDEST_NODE = 24;
const LITTLE_SPACE_MB = 200;
const LIST_MS = 3000;

const checks: ReadonlyMap<string, Check> = new Map([
  ["node", checkNode],
  ["home", checkHome],
  ["disk", checkDisk],
  ["config", checkConfig],
  ["model", checkModel],
  ["embedder", embedderCheck("local")],
  ["speech", speechCheck("local")],
  ["database", checkDatabase],
  ["exec", checkExec],
  ...CHANNEL_NAMES.map((name) => [name, channelCheck(name)] as const),
  ["search", ({ database }) => checkSearch(database)],
  ["agent", checkAgent],
  ["outbox", checkOutbox],
]);

const onlineChecks: ReadonlyMap<string, Check> = new Map([
  ["embedder", embedderCheck("online")],
  ["speech", speechCheck("online")],
  ["online", checkOnline],
]);

/**
 * `reeve doctor`: checks the installation and says what to repair. `--online` also
 * sends model and embedder one tiny request each, and has a word said. Exit code 1 with a problem.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean" }, online: { type: "boolean" } },
  });
  const home = resolveHome(context.env, homedir());
  const findings: Finding[] = [];
  const wanted = values.online ? new Map([...checks, ...onlineChecks]) : checks;
  for (const [check, look] of wanted) {
    // A check that cannot be made is a finding too.
    const found = await look(home, context).catch((error: unknown) => problem(explain(error)));
    findings.push({ check, ...found });
  }
  context.stdout.write(
    values.json ? `${JSON.stringify(findings)}\n` : findings.map(toLine).join(""),
  );
  return findings.some(({ state }) => state === "problem") ? 1 : 0;
}

async function checkNode(): Promise<Found> {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= OLDEST_NODE) return ok(`Node ${process.versions.node}`);
  return problem(`Node ${process.versions.node} is too old; install Node ${OLDEST_NODE} or newer.`);
}

async function checkHome({ root }: Home): Promise<Found> {
  const found = await stat(root).catch(() => undefined);
  if (!found) return ok(`${root} will be created when Reeve first starts`);
  if ((found.mode & 0o077) !== 0)
    return warning(`Other users can read ${root}. Reeve makes the folder private when it starts.`);
  await access(root, constants.W_OK);
  return ok(`${root} is private`);
}

async function checkDisk({ root }: Home): Promise<Found> {
  const existing = (await stat(root).catch(() => undefined)) ? root : homedir();
  const { bavail, bsize } = await statfs(existing);
  const freeMb = Math.floor((bavail * bsize) / 1_048_576);
  if (freeMb >= LITTLE_SPACE_MB) return ok(`${freeMb} MB free`);
  return problem(`Only ${freeMb} MB free. When the disk is full, messages are rejected.`);
}

async function checkConfig(
  { config: file, model: modelFile }: Home,
  { env, flags }: CommandContext,
): Promise<Found> {
  const { config, warnings } = await loadConfig(configSchema, { file, env, flags });
  const deps = {
    config: config.models,
    configured: config.agent.model,
    env,
    clock: systemClock,
    log: silentLog,
    remembered: { read: () => createFoundModelFile(modelFile).read() },
  };
  const { description } = await createChooseModel(deps)(config.agent.model);
  if (warnings.length > 0) return warning(warnings.join(" "));
  return ok(`valid, model ${description}`);
}

/** Servers on this machine are asked whether they are there; that costs nothing. */
async function checkModel(home: Home, context: CommandContext): Promise<Found> {
  const running = await statusOf(home, context);
  const down = running?.unavailable.filter(({ part }) => part.startsWith("model ")) ?? [];
  if (down.length > 0)
    return problem(
      `the agent's model is down. ${describeParts(down)}. Messages wait until it is available again.`,
    );
  const wanted = await findWanted(home, context);
  if (!wanted) return ok("built in");
  const { provider } = wanted;
  const baseUrl = wanted.baseUrl ?? findProvider(provider).baseUrl;
  if (provider !== "cocoon" && provider !== "local")
    return ok(`${provider} at ${baseUrl}; test it with: reeve doctor --online`);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LIST_MS)]);
  const listed = await attempt(listServedModels({ baseUrl, key: wanted.key, signal }));
  if (listed.status === "fulfilled") return ok(`${provider} at ${baseUrl} responds`);
  return problem(
    `${provider} at ${baseUrl} does not respond. Start its server, or choose another model: reeve setup`,
  );
}

async function checkOnline(home: Home, context: CommandContext): Promise<Found> {
  const wanted = await findWanted(home, context);
  if (!wanted) return ok("nothing to test: the model is built in");
  const { env, signal } = context;
  const keyFile = credentialsFile(env);
  const error = await tryModel(wanted, { clock: systemClock, newId, keyFile, signal });
  if (error) return problem(explain(explainModelError(error, wanted)));
  return ok(`${wanted.provider} responds`);
}

function embedderCheck(scope: "local" | "online"): Check {
  return async ({ config: file }, { env, flags, signal }) => {
    const { config } = await loadConfig(configSchema, { file, env, flags });
    return checkEmbedder(config.embedding, { env, scope, signal });
  };
}

function speechCheck(scope: "local" | "online"): Check {
  return async ({ config: file }, { env, flags, signal }) => {
    const { config } = await loadConfig(configSchema, { file, env, flags });
    const models = { ...config.models, model: config.agent.model };
    return checkSpeech(config.speech, { env, models, scope, signal });
  };
}

/** Undefined: the built-in model answers. */
async function findWanted(
  { config: file, model: modelFile }: Home,
  { env, flags }: CommandContext,
): Promise<ModelSpec | undefined> {
  const { config } = await loadConfig(configSchema, { file, env, flags });
  const { model } = config.agent;
  if (model === "offline/rules") return undefined;
  if (model !== "auto")
    return configuredModel(model, { config: config.models, configured: model, env });
  return (await detectModel(env))?.wanted ?? createFoundModelFile(modelFile).read();
}

async function checkExec(
  { config: file }: Home,
  { env, flags, signal }: CommandContext,
): Promise<Found> {
  const { config } = await loadConfig(configSchema, { file, env, flags });
  return checkSandbox({ config: config.exec, env, newId, signal });
}

function channelCheck(name: string): Check {
  return async ({ config: file }, { env, flags }) => {
    const { config } = await loadConfig(configSchema, { file, env, flags });
    const channel = configureChannels(config.channels).find((one) => one.name === name);
    return channel ? channel.check(config.http) : ok("not set up");
  };
}

async function checkDatabase(home: Home, context: CommandContext): Promise<Found> {
  const { database } = home;
  const found = await stat(database).catch(() => undefined);
  if (!found && (await statusOf(home, context)))
    return problem(
      `${database} was removed while the agent is running. Restore a backup: reeve restore <file>`,
    );
  if (!found) return ok("none yet");
  const damage = await findDamage(database);
  if (damage.length > 0)
    return problem(`damaged: ${damage.join("; ")}. Restore a backup: reeve restore <file>`);
  return ok(`${Math.ceil(found.size / 1024)} kB, intact`);
}

async function checkAgent(home: Home, context: CommandContext): Promise<Found> {
  const status = await statusOf(home, context);
  if (!status) return ok("not running");
  const { state, lastError, unavailable } = status;
  if (unavailable.length > 0)
    return problem(`${state}, but these components do not work. ${describeParts(unavailable)}`);
  if (lastError) return problem(`${state}, because it failed to start: ${lastError.message}`);
  if (state !== "running") return warning(`${state}. Start it with: reeve agent start`);
  return ok(`running ${JSON.stringify(status)}`);
}

/** Returns the status of the running process, also while the agent in it is stopped. */
async function statusOf(
  { socket }: Home,
  { signal }: CommandContext,
): Promise<AgentStatus | undefined> {
  using client = await connectIfThere(socket, signal);
  const status = await client?.ask(agent.status, {});
  return status;
}

function describeParts(parts: AgentStatus["unavailable"]): string {
  return parts.map(({ part, reason }) => `${part}: ${reason}`).join("; ");
}

async function checkOutbox({ socket }: Home, { signal }: CommandContext): Promise<Found> {
  using client = await connectIfThere(socket, signal);
  if (!client) return ok("not checked: the agent is not running");
  const { items, next } = await client.ask(outbox.list, { limit: 200 });
  const [oldest] = items;
  if (!oldest) return ok("everything was delivered");
  const count = next === null ? `${items.length}` : `more than ${items.length}`;
  return problem(
    `${count} not delivered, the oldest because: ${oldest.reason ?? "unknown"}. To list them, run: reeve outbox`,
  );
}

function ok(message: string): Found {
  return { state: "ok", message };
}

function warning(message: string): Found {
  return { state: "warning", message };
}

function problem(message: string): Found {
  return { state: "problem", message };
}

function explain(error: unknown): string {
  if (isFault(error)) return [error.message, error.hint].filter(Boolean).join(" ");
  return String(error);
}

const MARKS = { ok: "✓", warning: "!", problem: "✗" } as const;

function toLine({ check, state, message }: Finding): string {
  return `${MARKS[state]} ${check.padEnd(9)} ${message}\n`;
}
