import { realpath, rm } from "node:fs/promises";
import { Fault, type Tool } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { reasonOf } from "../../kernel/reason-of.ts";
import { untilAborted, type Wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import { createInOrder } from "../../platform/serial-queue.ts";
import type { PluginOffer, Plugins, PluginsConfig, PluginStatus } from "../plugins.ts";
import {
  type CallOrigin,
  createHandles,
  type PluginFetch,
  type SentInvoice,
  type SentMessage,
} from "./answer-question.ts";
import { createHooks, type HookedPlugin } from "./hooks/create-hooks.ts";
import { handleEvent } from "./handle-event.ts";
import { digestFolder } from "./digest-folder.ts";
import { copyPlugin, pluginFolders, removeDrafts, replaceCode } from "./install.ts";
import { describePlugin, type LoadDeps, loadPlugin } from "./load-plugin.ts";
import { describePowers, readManifest } from "./manifest.ts";
import type { PluginWrap } from "./plugin-command.ts";
import { openPluginSource, type PluginSourceDeps } from "./plugin-source.ts";
import { createSandboxProbe } from "./probe-sandbox.ts";
import { createRecords, type PluginRecord } from "./records.ts";
import type { Runner } from "./runner.ts";
import type { PluginCommand } from "./start-process.ts";
import { pluginToolName } from "./to-tool.ts";
import { createToolSet } from "./tool-set.ts";
import { watchFolder } from "./watch-folder.ts";

export interface PluginsDeps {
  readonly config: PluginsConfig;
  /** Folder of plugins in the home. */
  readonly folder: string;
  /** Version of Reeve. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly pause: Wait;
  /** Puts a command into a sandbox; throws a fault where there is none. */
  readonly wrap: (options: PluginWrap & { readonly scratch: string }) => Promise<PluginCommand>;
  /** Installs the packages of the lockfile in a folder, without their scripts. */
  readonly installPackages: (folder: string, signal: AbortSignal) => Promise<void>;
  /** Downloads and unpacks. */
  readonly sources: Omit<PluginSourceDeps, "marketplace">;
  readonly fetch: PluginFetch;
  readonly send: (plugin: string, place: CallOrigin, message: SentMessage) => Promise<void>;
  /** Returns whether a plugin has sent a message with buttons under this key, which another one edits. */
  readonly isSent: (plugin: string, place: CallOrigin, key: string) => Promise<boolean>;
  /** Sends an invoice once per key. */
  readonly invoice: (plugin: string, place: CallOrigin, invoice: SentInvoice) => Promise<void>;
  /** Pays back a payment of the plugin; `missing` for all others. */
  readonly refund: (plugin: string, payment: string) => Promise<void>;
  /** Returns a random text that stays the same for this agent. */
  readonly handleKey: () => Promise<string>;
  /** Takes the tools of a plugin as they are now. May throw `conflict`. */
  readonly onTools: (
    plugin: string,
    tools: { readonly ready: readonly Tool[]; readonly refused: readonly Tool[] },
  ) => void;
}

/** Time that calls have to end when a plugin is replaced, in milliseconds. */
const DRAIN_MS = 60_000;

/** Time that hooks have to take note of the agent's end, in milliseconds. */
const STOP_HOOK_MS = 2000;

/** A plugin that was approved, whether it may run or not. */
interface Entry {
  readonly record: PluginRecord;
  readonly runner: Runner | undefined;
  /** Why it may not run. */
  readonly refusal: string | undefined;
  readonly stopped: AbortController;
}

export function createPlugins(deps: PluginsDeps): Plugins {
  const { log, version } = deps;
  const folders = pluginFolders(deps.folder);
  const records = createRecords(folders.records, log);
  const entries = new Map<string, Entry>();
  const watchers = new Map<string, AbortController>();
  const over = new AbortController();
  const noSandbox = createSandboxProbe({ ...deps, folders });
  const loading: LoadDeps = { ...deps, folders, noSandbox, signal: over.signal };
  const queue = createInOrder();
  const served = new Set<Promise<void>>();
  const toolSet = createToolSet({
    key: deps.handleKey,
    runnerOf: (name) => entries.get(name)?.runner,
  });

  let isServing = false;

  /** Plugins that may not run have hooks all the same: what they were to check is not unchecked. */
  const hooked = async (): Promise<readonly HookedPlugin[]> => {
    await ready();
    if ([...entries.values()].every(({ record }) => record.description.hooks.length === 0))
      return [];
    const key = await deps.handleKey();
    return [...entries.values()].map(({ record: { name, description }, runner, refusal }) => ({
      plugin: name,
      hooks: description.hooks,
      handleOf: createHandles(name, key).of,
      async call(work, options) {
        if (runner) return runner.run(work, options);
        throw new Fault("unavailable", `The plugin ${name} may not run: ${refusal}`);
      },
    }));
  };
  const hooks = createHooks({ plugins: hooked, log, signal: over.signal });

  const serve = ({ runner, stopped }: Entry) => {
    if (!runner || !isServing) return;
    const work = runner.serve(AbortSignal.any([over.signal, stopped.signal]));
    served.add(work);
    void work.finally(() => served.delete(work));
  };
  const install = async (entry: Entry) => {
    const { name } = entry.record;
    const tools = await toolSet.of(entry.record);
    deps.onTools(
      name,
      entry.runner ? { ready: tools, refused: [] } : { ready: [], refused: tools },
    );
    const former = entries.get(name);
    entries.set(name, entry);
    // Old and new do not work on the same data.
    await retire(former, DRAIN_MS);
    serve(entry);
  };
  /** Loads a plugin. One that may not run is installed all the same, with the reason. */
  const load = async (record: PluginRecord) => {
    const stopped = new AbortController();
    const entry = await loadPlugin(record, loading).then(
      (loaded): Entry => ({ ...loaded, refusal: undefined, stopped }),
      (error: unknown): Entry => ({ record, runner: undefined, refusal: reasonOf(error), stopped }),
    );
    if (entry.refusal !== undefined)
      log.warn("plugin is refused", { plugin: record.name, reason: entry.refusal });
    // A tool of that name may have come with another plugin, or with a new version of Reeve.
    await install(entry).catch((error: unknown) =>
      install({ ...entry, runner: undefined, refusal: reasonOf(error) }),
    );
    watchers.get(record.name)?.abort();
    if (record.link !== null && deps.config.hotReload) follow(record, record.link);
  };
  /** Loads a linked plugin again. The old one stays if the new one fails. */
  const reload = async (record: PluginRecord) => {
    if (!entries.has(record.name)) return;
    try {
      const loaded = await loadPlugin(record, loading);
      await install({ ...loaded, refusal: undefined, stopped: new AbortController() });
      log.info("plugin was loaded again", { plugin: record.name });
    } catch (error) {
      log.warn("plugin was not loaded again", { plugin: record.name, reason: reasonOf(error) });
    }
  };
  const follow = (record: PluginRecord, folder: string) => {
    const watcher = new AbortController();
    watchers.set(record.name, watcher);
    watchFolder(folder, {
      signal: AbortSignal.any([watcher.signal, over.signal]),
      pause: deps.pause,
      onChange: () => void queue(() => reload(record)),
      onEnd: (error) => log.warn("plugin is not watched", { plugin: record.name, error }),
    });
  };
  const retire = async (entry: Entry | undefined, drainMs: number) => {
    if (!entry) return;
    entry.stopped.abort();
    await entry.runner?.stop(over.signal.aborted ? 0 : drainMs);
  };

  let loaded: Promise<void> | undefined;
  /** Loads what is installed, once. */
  const ready = () =>
    (loaded ??= queue(async () => {
      await removeDrafts(folders);
      for (const record of await records.all()) await load(record);
    }));

  /** Copies a plugin, installs its packages and learns what it contains. */
  const prepare = async (given: string) => {
    await using opened = await openPluginSource(given, {
      ...deps.sources,
      marketplace: deps.config.marketplace,
    });
    const source = await realpath(opened.folder);
    const { name, publicKey } = await readManifest(source, version);
    const signedBy = await opened.verify(publicKey);
    assertSameAuthor(name, { signedBy, before: entries.get(name)?.record.signedBy ?? null });
    const copy = await copyPlugin(source, folders);
    try {
      const digest = await digestFolder(copy.path);
      await deps.installPackages(copy.path, over.signal);
      const manifest = await readManifest(copy.path, version);
      const description = await describePlugin(copy.path, manifest, loading);
      return { source, digest, copy, manifest, description, signedBy, isFolder: source === given };
    } catch (error) {
      await copy[Symbol.asyncDispose]();
      throw error;
    }
  };
  const offerOf = ({
    digest,
    manifest,
    description,
    signedBy,
  }: Awaited<ReturnType<typeof prepare>>) => {
    const { name, powers } = manifest;
    const installed = entries.get(name)?.record;
    const lines = describePowers(powers);
    const before = installed ? describePowers(installed.powers) : [];
    return {
      name,
      version: manifest.version,
      description: manifest.description,
      digest,
      signedBy,
      powers: lines,
      added: lines.filter((line) => !before.includes(line)),
      removed: before.filter((line) => !lines.includes(line)),
      tools: description.tools.map((tool) => ({
        name: pluginToolName(name, tool.name),
        summary: tool.summary,
        effect: tool.effect,
      })),
    } satisfies PluginOffer;
  };

  return {
    async list() {
      await ready();
      return [...entries.values()].map(toStatus);
    },

    refused: () =>
      [...entries.values()].flatMap(({ record: { name }, refusal: reason }) =>
        reason === undefined ? [] : [{ name, reason }],
      ),

    inspect: async (source) => {
      await ready();
      const prepared = await prepare(source);
      await using held = new AsyncDisposableStack();
      held.use(prepared.copy);
      return offerOf(prepared);
    },

    async add(given, { digest, link }) {
      await ready();
      return queue(async () => {
        const prepared = await prepare(given);
        const { source, copy, manifest, description, signedBy } = prepared;
        await using held = new AsyncDisposableStack();
        held.use(copy);
        if (prepared.digest !== digest)
          throw new Fault("conflict", "The plugin has changed since it was shown.", {
            hint: "Add it again, and look at its powers.",
          });
        if (link && !prepared.isFolder)
          throw new Fault("invalid", "Only a folder can be linked.", {
            hint: "Name the folder by its path, without links on the way.",
          });
        const { name, powers } = manifest;
        if (!link) await replaceCode(copy.path, name, folders);
        const record = {
          name,
          version: manifest.version,
          digest: link ? digest : await digestFolder(folders.codeOf(name)),
          link: link ? source : null,
          signedBy,
          powers,
          description,
        };
        await records.save(record);
        await load(record);
        return statusOf(name);
      });
    },

    async remove(name, { data }) {
      await ready();
      await queue(async () => {
        const entry = entries.get(name);
        if (!entry) throw missing(name);
        deps.onTools(name, { ready: [], refused: [] });
        entries.delete(name);
        watchers.get(name)?.abort();
        await records.remove(name);
        await retire(entry, 0);
        await rm(folders.codeOf(name), { recursive: true, force: true });
        if (data) await rm(folders.dataOf(name), { recursive: true, force: true });
      });
    },

    hooks,
    async handle(name, event, signal) {
      await ready();
      const entry = entries.get(name);
      if (!entry) throw missing(name);
      return handleEvent(event, { entry, key: await deps.handleKey(), signal });
    },

    async run(signal) {
      await ready();
      isServing = true;
      for (const entry of entries.values()) serve(entry);
      hooks.observe("agentStart", { at: deps.clock.now() });
      await untilAborted(signal);
      hooks.observe("agentStop", { at: deps.clock.now() });
      await Promise.race([hooks.observed(), deps.pause(STOP_HOOK_MS, over.signal)]);
      over.abort();
      await queue(async () => {});
      await Promise.all([...entries.values()].map((entry) => retire(entry, 0)));
      await Promise.all(served);
    },
  };

  function statusOf(name: string): PluginStatus {
    const entry = entries.get(name);
    if (!entry) throw missing(name);
    return toStatus(entry);
  }
}

function toStatus({ record, runner, refusal }: Entry): PluginStatus {
  const failure = runner?.failure();
  return {
    name: record.name,
    version: record.version,
    state: runner ? (failure === undefined ? "ready" : "restarting") : "refused",
    reason: refusal ?? failure ?? null,
    powers: describePowers(record.powers),
    tools: record.description.tools.map((tool) => pluginToolName(record.name, tool.name)),
    isLinked: record.link !== null,
    isRunning: runner?.isRunning() ?? false,
  };
}

/** Whoever signed a plugin signs what replaces it. */
function assertSameAuthor(
  name: string,
  { signedBy, before }: { readonly signedBy: string | null; readonly before: string | null },
): void {
  if (before === null || signedBy === before) return;
  const now = signedBy === null ? "This one is not signed" : `This one is signed with ${signedBy}`;
  throw new Fault("conflict", `${name} is installed with a signature of ${before}. ${now}.`, {
    hint: `If you trust it, remove the installed version first: reeve plugin remove ${name}`,
  });
}

function missing(name: string): Fault {
  return new Fault("missing", `There is no plugin named ${name}.`, {
    hint: "List them: reeve plugin list",
  });
}
