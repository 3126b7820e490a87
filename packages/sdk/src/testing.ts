import {
  Fault,
  type HookEvents,
  type HookName,
  type Json,
  type Plugin,
  type PluginButtons,
  type PluginInvoice,
  type PluginMessage,
  type PluginRequest,
  type PluginResponse,
  type PluginServices,
} from "./plugin.ts";
import { callbackFor } from "./plugin-buttons.ts";
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
  readonly buttons?: PluginButtons;
}

/** An invoice that the plugin sent. */
export interface SentInvoice extends PluginInvoice {
  readonly chat: string;
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
  /**
   * Presses the button with this label below the message with this key, and returns the text for the person.
   * A repeated `id` is the same press after a crash. `missing` if there is no such button, or it has expired.
   */
  press(
    key: string,
    label: string,
    where?: { readonly chat?: string; readonly person?: string; readonly id?: string },
  ): Promise<unknown>;
  /** Messages in their order as they are now; a repeated key is sent once, or edits the message. */
  readonly sent: readonly SentMessage[];
  /**
   * Pays the invoice with this key, and resolves once the plugin has handled it. A repeated `id` is the same
   * payment after a crash.
   */
  pay(
    key: string,
    where?: { readonly chat?: string; readonly person?: string; readonly id?: string },
  ): Promise<void>;
  readonly invoices: readonly SentInvoice[];
  /** Ids of payments that were paid back. */
  readonly refunded: readonly string[];
  readonly logged: readonly string[];
  readonly services: PluginServices;
}

/** Opens a plugin for its test. */
export async function openPlugin<ConfigSchema extends z.ZodType>(
  plugin: Plugin<ConfigSchema>,
  { config, secrets = {}, respond, now = Date.now }: PluginKitOptions = {},
): Promise<PluginKit> {
  const sent: SentMessage[] = [];
  const expiries = new Map<string, number>();
  const invoices: SentInvoice[] = [];
  const refunded: string[] = [];
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
      async send(
        chat: string,
        { text, key, buttons, expiresInSeconds = MAX_EXPIRY_SECONDS }: PluginMessage,
      ) {
        const at = sent.findIndex((one) => one.chat === chat && one.key === key);
        expiries.set(keyOf(chat, key), now() + expiresInSeconds * 1000);
        if (at < 0) sent.push({ chat, text, key, ...(buttons && { buttons }) });
        else if (buttons) sent[at] = { chat, text, key, buttons };
      },
      async invoice(chat: string, invoice: PluginInvoice) {
        if (!invoices.some((one) => one.chat === chat && one.key === invoice.key))
          invoices.push({ ...invoice, chat });
      },
      async refund(payment: string) {
        if (!refunded.includes(payment)) refunded.push(payment);
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
  let presses = 0;
  let payments = 0;

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
    async press(key, label, { chat = "chat-1", person = "person-1", id } = {}) {
      const message = sent.find((one) => one.chat === chat && one.key === key);
      const button = message?.buttons?.flat().find((one) => one.label === label);
      const isOver = (expiries.get(keyOf(chat, key)) ?? 0) <= now();
      if (!button || !("data" in button) || isOver)
        throw new Fault("missing", `The message ${key} has no button "${label}" to press.`);
      presses += 1;
      const { data } = button;
      const callback = callbackFor(plugin.callbacks ?? [], data);
      if (!callback) throw new Fault("missing", `No callback has a prefix of "${data}".`);
      const press = { id: id ?? `press-${presses}`, data, key, chat, person };
      return callback.run(press, { ...own, signal });
    },
    async pay(key, { chat = "chat-1", person = "person-1", id } = {}) {
      const invoice = invoices.find((one) => one.chat === chat && one.key === key);
      if (!invoice) throw new Fault("missing", `There is no invoice ${key}.`);
      payments += 1;
      const { stars, payload } = invoice;
      const payment = { id: id ?? `payment-${payments}`, stars, payload, key, chat, person };
      await plugin.onPayment?.(payment, { ...own, signal });
    },
    sent,
    invoices,
    refunded,
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
  quote: "",
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
const MAX_EXPIRY_SECONDS = 30 * 24 * 60 * 60;

function keyOf(chat: string, key: string): string {
  return JSON.stringify([chat, key]);
}
