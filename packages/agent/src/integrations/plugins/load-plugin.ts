import path from "node:path";
import { mkdir, mkdtempDisposable } from "node:fs/promises";
import { Fault } from "@reeve/sdk";
import type { Secret } from "../../platform/secret.ts";
import type { PluginPowers } from "../plugins.ts";
import { createAnswers, createHandles } from "./answer-question.ts";
import { assertCallbacksDeclared } from "./buttons.ts";
import type { PluginsDeps } from "./create-plugins.ts";
import { digestFolder } from "./digest-folder.ts";
import type { PluginFolders } from "./install.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { assertPaymentsDeclared } from "./payments.ts";
import { pluginCommand } from "./plugin-command.ts";
import type { PluginDescription } from "./protocol.ts";
import type { PluginRecord } from "./records.ts";
import { createRunner, type Runner } from "./runner.ts";
import { type PluginCommand, startProcess } from "./start-process.ts";
import { assertDeclared } from "./to-tool.ts";

export interface LoadDeps extends PluginsDeps {
  readonly folders: PluginFolders;
  /** Returns why plugins cannot run in the sandbox; undefined if they can. */
  readonly noSandbox: () => Promise<Fault | undefined>;
  readonly signal: AbortSignal;
}

/** A plugin that may run. */
export interface LoadedPlugin {
  readonly record: PluginRecord;
  readonly runner: Runner;
}

/** Checks the approval of a plugin and returns what runs it. Throws a fault that says why it may not run. */
export async function loadPlugin(approved: PluginRecord, deps: LoadDeps): Promise<LoadedPlugin> {
  const { name, link } = approved;
  const { config, folders, log } = deps;
  const code = link ?? folders.codeOf(name);
  const manifest = await readManifest(code, deps.version);
  const digest = await digestFolder(code);
  const isSame = digest === approved.digest;
  const mayChange = link !== null && config.hotReload;
  if (!isSame && !mayChange) throw changed(name, code);
  assertNoNewPowers(name, manifest.powers, approved.powers);
  const secrets = readSecrets(manifest, config.secrets[name] ?? {});
  const description = isSame ? approved.description : await describePlugin(code, manifest, deps);
  const record = { ...approved, digest, description, version: manifest.version };
  const data = folders.dataOf(name);
  await mkdir(data, { recursive: true, mode: 0o700 });
  const command = await commandOf({ code, manifest, data }, deps);
  const answer = createAnswers({
    ...deps,
    plugin: name,
    powers: record.powers,
    tools: description.tools,
    handles: createHandles(name, await deps.handleKey()),
    send: (place, message) => deps.send(name, place, message),
    isSent: (place, key) => deps.isSent(name, place, key),
    invoice: (place, invoice) => deps.invoice(name, place, invoice),
    refund: (payment) => deps.refund(name, payment),
  });
  const settings = config.settings[name];
  const runner = createRunner({
    ...deps,
    name,
    description,
    async start() {
      if ((await digestFolder(code)) !== digest) throw changed(name, code);
      return startProcess({
        name,
        command,
        config: settings,
        secrets,
        isDescribed: false,
        log: log.child({ plugin: name }),
        answer,
        signal: deps.signal,
      });
    },
  });
  return { record, runner };
}

function changed(name: string, code: string): Fault {
  return new Fault("conflict", `The files of ${name} have changed since they were approved.`, {
    hint: `Look at them and approve them: reeve plugin add ${code}`,
  });
}

/** Runs the code of a plugin without its powers, to learn what it contains. */
export async function describePlugin(
  code: string,
  manifest: Manifest,
  deps: LoadDeps,
): Promise<PluginDescription> {
  await mkdir(deps.folders.root, { recursive: true, mode: 0o700 });
  await using data = await mkdtempDisposable(path.join(deps.folders.root, ".described-"));
  const command = await commandOf({ code, manifest, data: data.path }, deps);
  const described = await startProcess({
    name: manifest.name,
    command,
    config: undefined,
    secrets: {},
    isDescribed: true,
    log: deps.log.child({ plugin: manifest.name }),
    answer: refuse,
    signal: deps.signal,
  });
  await described.stop(0);
  assertDeclared(described.description, manifest.powers);
  assertCallbacksDeclared(described.description, manifest.powers);
  assertPaymentsDeclared(described.description, manifest.powers);
  return described.description;
}

async function refuse(): Promise<never> {
  throw new Fault("denied", "The plugin is not installed yet.");
}

interface PluginCode {
  readonly code: string;
  readonly manifest: Manifest;
  readonly data: string;
}

async function commandOf(
  { code, manifest, data }: PluginCode,
  { config, folders, wrap, noSandbox }: LoadDeps,
): Promise<PluginCommand> {
  const missing = await noSandbox();
  if (missing && !config.trusted.includes(manifest.name)) throw missing;
  return pluginCommand({
    code,
    main: manifest.main,
    data,
    wrap: missing ? undefined : (options) => wrap({ ...options, scratch: folders.scratch }),
  });
}

function assertNoNewPowers(name: string, now: PluginPowers, approved: PluginPowers): void {
  const added = [
    ...without(now.effects, approved.effects),
    ...without(now.hosts, approved.hosts),
    ...without(Object.keys(now.secrets), Object.keys(approved.secrets)),
    ...(now.messages && !approved.messages ? ["messages"] : []),
    ...without(now.hooks, approved.hooks),
    ...(now.buttons && !approved.buttons ? ["buttons"] : []),
    ...(now.payments && !approved.payments ? ["payments"] : []),
  ];
  if (added.length === 0) return;
  throw new Fault(
    "conflict",
    `${name} declares powers that nobody approved: ${added.join(", ")}.`,
    {
      hint: "Add it again to approve them: reeve plugin add",
    },
  );
}

function without(all: readonly string[], known: readonly string[]): readonly string[] {
  return all.filter((one) => !known.includes(one));
}

/** Secrets that the manifest declares, and no others. Throws `missing` for a required one that is not set. */
function readSecrets(
  { name, powers }: Manifest,
  given: Readonly<Record<string, Secret>>,
): Readonly<Record<string, string>> {
  const found = Object.entries(powers.secrets).flatMap(([key, { description, isRequired }]) => {
    const value = given[key];
    if (value) return [[key, value.reveal()] as const];
    if (!isRequired) return [];
    throw new Fault("missing", `The plugin ${name} needs the secret ${key} (${description}).`, {
      hint: `Set it: reeve config set plugins.secrets.${name}.${key}`,
    });
  });
  return Object.fromEntries(found);
}
