import { AsyncLocalStorage } from "node:async_hooks";
import { format } from "node:util";
import {
  Fault,
  isFault,
  type PluginInvoice,
  type PluginMessage,
  type PluginResponse,
  type PluginServices,
  z,
} from "@reeve/sdk/plugin";
import {
  MAX_LINE_BYTES,
  type FromPlugin,
  type PluginDescription,
  type Question,
  type SentFault,
  type ToPlugin,
  type Work,
} from "../protocol.ts";
import { readLines } from "../read-lines.ts";
import type { Runs } from "./runs.ts";

type Opening = Extract<ToPlugin, { type: "open" }>;

/** Services that the agent has, as the plugin calls them. */
type RemoteServices = Omit<PluginServices, "db" | "storage">;

interface Opened {
  readonly description: PluginDescription;
  /** Undefined if the plugin is only described. */
  readonly runs: Runs | undefined;
}

/** The plugin's side of the lines that it exchanges with the agent. */
export function openRpc() {
  const write = process.stdout.write.bind(process.stdout);
  const send = (line: FromPlugin) => void write(`${JSON.stringify(line)}\n`);
  // Whatever the plugin prints goes to the agent's log.
  const print = (level: "info" | "warn") => (chunk: unknown) => {
    const text = String(chunk).trimEnd().slice(0, 2000);
    if (text !== "") send({ type: "log", level, text });
    return true;
  };
  Object.defineProperty(process.stdout, "write", { value: print("info") });
  Object.defineProperty(process.stderr, "write", { value: print("warn") });

  const log = (level: "debug" | "info" | "warn" | "error") => (text: string) =>
    send({ type: "log", level, text: format("%s", text).slice(0, 2000) });

  const within = new AsyncLocalStorage<number>();
  const running = new Map<number, AbortController>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;

  const ask = (question: Question): Promise<unknown> => {
    asked += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(asked, answer);
    const run = within.getStore();
    send({ type: "ask", id: asked, ...(run !== undefined && { run }), question });
    return answer.promise;
  };

  const run = async (id: number, work: Work, runs: Runs) => {
    const stopped = new AbortController();
    running.set(id, stopped);
    try {
      const value = await within.run(id, () => runs.run(work, stopped.signal));
      send({ type: "done", id, value });
    } catch (error) {
      send({ type: "failed", id, fault: toSent(error) });
    } finally {
      running.delete(id);
    }
  };

  const settle = (line: Extract<ToPlugin, { type: "answer" | "refusal" }>) => {
    const answer = waiting.get(line.id);
    waiting.delete(line.id);
    if (line.type === "answer") answer?.resolve(line.value);
    else {
      const { code, message, hint } = line.fault;
      answer?.reject(new Fault(code, message, hint === undefined ? {} : { hint }));
    }
  };

  return {
    /** Serves the agent until it closes the input. */
    async serve(open: (opening: Opening) => Promise<Opened>): Promise<void> {
      let opened: Runs | undefined;
      const begin = async (opening: Opening) => {
        try {
          const { description, runs } = await open(opening);
          opened = runs;
          send({ type: "ready", description });
        } catch (error) {
          send({ type: "failed", fault: toSent(error) });
        }
      };
      for await (const text of readLines(process.stdin, MAX_LINE_BYTES)) {
        const line: ToPlugin = JSON.parse(text);
        if (line.type === "open") void begin(line);
        else if (line.type === "run" && opened) void run(line.id, line.work, opened);
        else if (line.type === "cancel") running.get(line.id)?.abort();
        else if (line.type === "answer" || line.type === "refusal") settle(line);
        else if (line.type === "stop") void (opened?.stop() ?? Promise.resolve()).finally(leave);
      }
      leave();
    },

    services(config: unknown, secrets: Readonly<Record<string, string>>): RemoteServices {
      return {
        config,
        secret(name) {
          const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
          if (value !== undefined) return value;
          throw new Fault("missing", `The secret ${name} is not set.`, {
            hint: `Set it: reeve config set plugins.secrets.<plugin>.${name}`,
          });
        },
        fetch: async (url, { method = "GET", headers = {}, body } = {}) =>
          toResponse(await ask({ kind: "fetch", url, method, headers, body })),
        messages: Object.freeze({
          async send(chat: string, message: PluginMessage) {
            await ask({ kind: "send", chat, ...toSentMessage(message) });
          },
          async invoice(chat: string, { title, description, stars, payload, key }: PluginInvoice) {
            const amount = String(stars);
            await ask({ kind: "invoice", chat, title, description, stars: amount, payload, key });
          },
          async refund(payment: string) {
            await ask({ kind: "refund", payment });
          },
        }),
        log: Object.freeze({
          debug: log("debug"),
          info: log("info"),
          warn: log("warn"),
          error: log("error"),
        }),
        now: () => Date.now(),
      };
    },
  };
}

function toSentMessage({ text, key, buttons, expiresInSeconds }: PluginMessage) {
  const rows = buttons?.map((row) => [...row]);
  return { text, key, buttons: rows, expiresInSeconds };
}

function leave(): never {
  process.exit(0);
}

function toSent(error: unknown): SentFault {
  if (!isFault(error))
    return { code: "unavailable", message: `The plugin failed: ${String(error).slice(0, 1500)}` };
  const { code, message, hint } = error;
  return {
    code,
    message: message.slice(0, 2000),
    ...(hint !== undefined && { hint: hint.slice(0, 1000) }),
  };
}

const response = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
});

function toResponse(value: unknown): PluginResponse {
  return Object.freeze(response.parse(value));
}
