import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { Fault, type Processes } from "@reeve/sdk";
import type { Core } from "../../core/core.ts";
import type { ChannelState } from "../../channels/kit/channel-state.ts";
import { findPayment } from "../../features/plugins/find-payment.ts";
import { createInvoices, type Invoices } from "../../features/plugins/invoices.ts";
import { createKeyboards, type Keyboards } from "../../features/plugins/keyboards.ts";
import { createPluginEvents, type PluginEvents } from "../../features/plugins/plugin-events.ts";
import type { Sender } from "../../core/delivery/conversations.ts";
import type { Plugins } from "../../integrations/plugins.ts";
import type { PluginsDeps } from "../../integrations/plugins/create-plugins.ts";
import { toId } from "../../kernel/ids.ts";
import { untilAborted, wait } from "../../kernel/wait.ts";
import { createFileKeeper } from "../../platform/file-keeper.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import { type AgentKernel, TENANT } from "../agent-kernel.ts";
import { programLimits } from "./program-limits.ts";
import { createChannelMemory } from "../channels/create-channel-memory.ts";

export interface OpenPluginsDeps {
  readonly toolbox: Pick<Toolbox, "replace">;
  readonly processes: Processes;
  /** Called once a plugin sends. */
  readonly core: () => Pick<Core, "conversations" | "postPart" | "refund">;
}

/** Plugins, and what people do that they handle. */
export interface OpenedPlugins {
  readonly plugins: Plugins;
  readonly events: PluginEvents;
}

/** Opens the plugins of the home. Their code is loaded only if there are some. */
export function openPlugins(kernel: AgentKernel, deps: OpenPluginsDeps): OpenedPlugins {
  const state = createChannelMemory(kernel.store, {
    ...kernel,
    tenant: TENANT,
    channel: "plugins",
  });
  const secret = () => readSecret(state);
  const keyboards = createKeyboards({ state, secret, clock: kernel.clock });
  const invoices = createInvoices({ state, secret, clock: kernel.clock });
  const plugins = createLazyPlugins(kernel, { ...deps, keyboards, invoices, secret });
  const events = createPluginEvents({
    ...kernel,
    keyboards,
    invoices,
    mayRun: async (name) =>
      (await plugins.list()).some((one) => one.name === name && one.state !== "refused"),
    deliver: (event, signal) => plugins.handle(event.plugin, event, signal),
  });
  return { plugins, events };
}

interface LazyDeps extends OpenPluginsDeps {
  readonly keyboards: Keyboards;
  readonly invoices: Invoices;
  readonly secret: () => Promise<string>;
}

function createLazyPlugins(kernel: AgentKernel, deps: LazyDeps): Plugins {
  let opening: Promise<Plugins> | undefined;
  let opened: Plugins | undefined;
  let signal: AbortSignal | undefined;
  let running: Promise<void> | undefined;
  const open = async () => {
    const { createPlugins } = await import("../../integrations/plugins/create-plugins.ts");
    opened = createPlugins(await depsOf(kernel, deps));
    if (signal) running ??= opened.run(signal);
    return opened;
  };
  const plugins = () => (opening ??= open());
  const areThere = existsSync(kernel.home.plugins);
  /** Undefined, at no cost, where no plugin was ever installed. */
  const hooks = async () => (areThere || opening ? (await plugins()).hooks : undefined);
  return {
    list: async () => (existsSync(kernel.home.plugins) ? (await plugins()).list() : []),
    refused: () => opened?.refused() ?? [],
    hooks: {
      has: async (hook) => (await hooks())?.has(hook) ?? false,
      messageReceived: async (event) => (await hooks())?.messageReceived(event),
      promptBefore: async (event) => (await hooks())?.promptBefore(event) ?? [],
      toolBefore: async (event) => (await hooks())?.toolBefore(event),
      responseBefore: async (event) =>
        (await hooks())?.responseBefore(event) ?? { text: event.text, plugins: [] },
      observe: (hook, event) => opened?.hooks.observe(hook, event),
    },
    inspect: async (source) => (await plugins()).inspect(source),
    add: async (source, options) => (await plugins()).add(source, options),
    remove: async (name, options) => (await plugins()).remove(name, options),
    handle: async (...event) => (await plugins()).handle(...event),
    async run(over) {
      signal = over;
      if (existsSync(kernel.home.plugins)) running ??= (await plugins()).run(over);
      await untilAborted(over);
      await running;
    },
  };
}

async function depsOf(
  kernel: AgentKernel,
  { toolbox, processes, core, keyboards, invoices, secret }: LazyDeps,
): Promise<PluginsDeps> {
  const { config, home, clock, log, version } = kernel;
  const { wrapCommand } = await import("../../integrations/sandbox/create-sandbox.ts");
  const { createHostClient } = await import("../../integrations/web/create-host-client.ts");
  const { download } = await import("../../integrations/web/download.ts");
  const keepFile = createFileKeeper(home.outbox, clock);
  return {
    config: config.plugins,
    folder: home.plugins,
    version,
    clock,
    log,
    pause: wait,
    wrap: (options) => wrapCommand({ ...options, limits: programLimits(config.exec.limits) }),
    installPackages: (folder, signal) => installPackages(folder, processes, signal),
    sources: { processes, download },
    fetch: createHostClient(),
    isSent: (plugin, place, key) => keyboards.has({ plugin, chat: toId(place.chat), key }),
    async send(plugin, { chat, person }, { text, key, buttons, expiresInSeconds }) {
      if (buttons)
        return keyboards.send(
          { plugin, chat: toId(chat), key, text, rows: buttons, expiresInSeconds },
          ({ call, ...post }) => core().postPart({ ...post, call: toId(call) }),
        );
      const sender: Sender = {
        tenant: TENANT,
        person: toId(person),
        role: "member",
        chat: toId(chat),
        call: toId(`plugin:${plugin}:${chat}:${key}`),
      };
      const conversations = core().conversations(sender, keepFile);
      await conversations.send("here", { text, files: [], key });
    },
    invoice: (plugin, { chat }, invoice) =>
      invoices.send({ plugin, chat: toId(chat), ...invoice }, ({ call, ...post }) =>
        core().postPart({ ...post, call: toId(call) }),
      ),
    async refund(plugin, payment) {
      const { channel, ...paid } = await findPayment(kernel.store, { plugin, payment });
      await core().refund(channel, paid);
    },
    handleKey: secret,
    onTools: (plugin, { ready, refused }) =>
      toolbox.replace(`plugin:${plugin}`, {
        tools: ready,
        awaited: refused.map((tool) => ({
          name: tool.name,
          requires: `the plugin ${plugin}, which may not run`,
          load: async () => tool,
        })),
      }),
  };
}

/** Returns the random text behind the handles of plugins, which is made once. */
async function readSecret(state: ChannelState): Promise<string> {
  const known = await state.get("handle-key");
  if (known !== undefined) return known;
  const key = randomUUID();
  await state.set("handle-key", key, { isLasting: true });
  return key;
}

/** Installs the packages of a lockfile; their scripts do not run. */
async function installPackages(
  folder: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<void> {
  if (!existsSync(path.join(folder, "package-lock.json"))) return;
  const options = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--prefix", folder];
  const { code, stderr } = await processes.run("npm", ["ci", ...options], { signal });
  if (code === 0) return;
  throw new Fault("unavailable", `The packages of the plugin could not be installed: ${stderr}`, {
    hint: "Check its package-lock.json, and that this machine reaches the package registry.",
  });
}
