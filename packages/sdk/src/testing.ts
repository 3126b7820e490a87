import {
  Fault,
  type HookEvents,
  type HookName,
  type Json,
  type Plugin,
  type PluginRequest,
  type PluginResponse,
  type PluginServices,
} from "./plugin.ts";
import { openData } from "./plugin-data.ts";
import type { z } from "zod";

export interface PluginKitOptions {
  readonly config?: unknown;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Plays the servers. Default: none can be reached. */
  readonly respond?: (
    url: string,
    request: PluginRequest,
  ) => Partial<PluginResponse> | Promise<Partial<PluginResponse>>;
  /** Time in Unix milliseconds. Default: that of the machine. */
  readonly now?: () => number;
}

/** A message that the plugin sent. */
export interface SentMessage {
  readonly chat: string;
  readonly text: string;
  readonly key: string;
}

/** A plugin in its test, with a database in memory. */
export interface PluginKit {
  /** Calls a tool, with arguments as the model writes them. Faults are thrown. */
  call(
    tool: string,
    args: Json,
    where?: { readonly chat?: string; readonly person?: string },
  ): Promise<unknown>;
  /** Calls a hook, and returns its answer. Parts of the event that are left out are samples. */
  hook<Name extends HookName>(name: Name, event?: Partial<HookEvents[Name]>): Promise<unknown>;
  /** Runs a schedule once. */
  run(schedule: string): Promise<void>;
  /** Messages in their order; a repeated key is sent once. */
  readonly sent: readonly SentMessage[];
  readonly logged: readonly string[];
  readonly services: PluginServices;
}

/** Opens a plugin for its test. */
export async function openPlugin<ConfigSchema extends z.ZodType>(
  plugin: Plugin<ConfigSchema>,
  { config, secrets = {}, respond, now = Date.now }: PluginKitOptions = {},
): Promise<PluginKit> {
  const sent: SentMessage[] = [];
  const logged: string[] = [];
  const log = (text: string) => void logged.push(text);
  const settings = plugin.config?.parse(config ?? {});
  const services: PluginServices = Object.freeze({
    config: settings,
    ...openData(":memory:", { migrations: plugin.migrations ?? [], now }),
    secret(name: string) {
      const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
      if (value !== undefined) return value;
      throw new Fault("missing", `The secret ${name} is not set.`);
    },
    async fetch(url: string, request: PluginRequest = {}) {
      if (!respond) throw new Fault("unavailable", `${url} cannot be reached.`);
      return { status: 200, headers: {}, text: "", ...(await respond(url, request)) };
    },
    messages: {
      async send(chat: string, { text, key }: { readonly text: string; readonly key: string }) {
        if (!sent.some((one) => one.chat === chat && one.key === key))
          sent.push({ chat, text, key });
      },
    },
    log: { debug: log, info: log, warn: log, error: log },
    now,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the config is what its schema gave
  const own = services as PluginServices<z.output<ConfigSchema>>;
  await plugin.start?.(own);
  const { signal } = new AbortController();
  let calls = 0;

  return {
    async call(name, args, { chat = "chat-1", person = "person-1" } = {}) {
      const tool = (plugin.tools ?? []).find((one) => one.name === name);
      if (!tool) throw new Fault("missing", `The plugin has no tool named ${name}.`);
      calls += 1;
      const call = { signal, callId: `call-${calls}`, chat, person };
      return tool.run(tool.params.parse(args), { ...own, ...call });
    },
    async hook(name, event) {
      const hook = plugin.hooks?.[name];
      if (!hook) throw new Fault("missing", `The plugin has no hook named ${name}.`);
      return hook.run({ ...SAMPLE_EVENT, ...event }, { ...own, signal });
    },
    async run(name) {
      const schedule = (plugin.schedules ?? []).find((one) => one.name === name);
      if (!schedule) throw new Fault("missing", `The plugin has no schedule named ${name}.`);
      await schedule.run({ ...own, signal });
    },
    sent,
    logged,
    services,
  };
}

/** Fields of all events. */
const SAMPLE_EVENT = {
  id: "message-1",
  chat: "chat-1",
  person: "person-1",
  turn: "turn-1",
  session: "session-1",
  name: "Ann",
  text: "Hello",
  isOverheard: false,
  files: 0,
  model: "offline/rules",
  tools: [],
  tool: "note_create",
  args: {},
  effect: "write",
  result: "done",
  error: "failed",
  at: 0,
} as const;
