import { type HookAnswers, type HookName, isFault } from "@reeve/sdk";
import type {
  AddedContext,
  ExtensionHooks,
  HookedText,
  ObservingHook,
} from "../../../kernel/extension-hooks.ts";
import { reasonOf } from "../../../kernel/reason-of.ts";
import { truncate } from "../../../kernel/text/truncate.ts";
import { createLanes } from "../../../platform/keyed-queue.ts";
import type { Log } from "../../../platform/log.ts";
import type { Handles } from "../answer-question.ts";
import type { PluginDescription } from "../protocol.ts";
import type { CallPlugin } from "../to-tool.ts";
import { HOOK_ANSWERS, readAnswer } from "./read-answer.ts";

/** A plugin with its hooks. */
export interface HookedPlugin {
  readonly plugin: string;
  readonly hooks: PluginDescription["hooks"];
  readonly call: CallPlugin;
  readonly handleOf: Handles["of"];
}

export interface HooksDeps {
  /** Plugins as they are now. */
  readonly plugins: () => Promise<readonly HookedPlugin[]>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Maximum time of a hook, in milliseconds. */
const HOOK_MS = 5000;
/** Hooks of a plugin that run at the same time: those that somebody waits for, and observers. */
const ANSWERING = 8;
const OBSERVING = 4;
/** Observers of a plugin that may wait; more are dropped. */
const MAX_WAITING = 100;
const MAX_CHARS = 100_000;

/** The hooks of plugins, and for the end of the agent a way to wait for observers. */
export interface PluginHooks extends ExtensionHooks {
  /** Resolves once all observers that were called have ended. */
  observed(): Promise<void>;
}

type Event = Readonly<Record<string, unknown>>;

interface HookCall {
  readonly name: HookName;
  readonly event: Event;
  readonly lane: string;
}

export function createHooks({ plugins, log, signal }: HooksDeps): PluginHooks {
  const lanes = createLanes();
  const observing = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let called = 0;

  const skip = (plugin: string, hook: HookName, error: unknown) =>
    isFault(error)
      ? log.warn("hook was skipped", { plugin, hook, reason: reasonOf(error) })
      : log.error("hook was skipped", { plugin, hook, error });
  const withHook = async (hook: HookName): Promise<readonly HookedPlugin[]> => {
    const found = (await plugins()).flatMap((one) => {
      const own = one.hooks.find(({ name }) => name === hook);
      return own ? [{ one, priority: own.priority }] : [];
    });
    return found
      .toSorted((a, b) => b.priority - a.priority || (a.one.plugin < b.one.plugin ? -1 : 1))
      .map(({ one }) => one);
  };
  /** Calls a hook in a lane of its plugin; what is called in the same lane waits. */
  const call = ({ plugin, call: run, handleOf }: HookedPlugin, { name, event, lane }: HookCall) => {
    const work = { kind: "hook", name, event: toEvent(event, handleOf) } as const;
    return lanes.run(`${plugin} ${lane}`, () => run(work, { signal, timeoutMs: HOOK_MS }));
  };
  /** Returns what a hook answers; `failed` if it throws, hangs or answers what it may not. */
  const ask = async <Name extends keyof HookAnswers>(
    name: Name,
    one: HookedPlugin,
    event: Event,
  ): Promise<HookAnswers[Name] | undefined | "failed"> => {
    called += 1;
    const schema = HOOK_ANSWERS[name];
    try {
      const lane = String(called % ANSWERING);
      return readAnswer(schema, await call(one, { name, event, lane }));
    } catch (error) {
      skip(one.plugin, name, error);
      return "failed";
    }
  };
  const observe = async (one: HookedPlugin, observed: HookCall) => {
    try {
      await call(one, observed);
    } catch (error) {
      skip(one.plugin, observed.name, error);
    } finally {
      observing.set(one.plugin, (observing.get(one.plugin) ?? 1) - 1);
    }
  };
  const tell = async (name: ObservingHook, event: Event) => {
    for (const one of await withHook(name)) {
      const waiting = observing.get(one.plugin) ?? 0;
      if (waiting >= MAX_WAITING) {
        log.warn("hook was skipped", { plugin: one.plugin, hook: name, reason: "It is busy." });
        continue;
      }
      observing.set(one.plugin, waiting + 1);
      called += 1;
      const lane = `observes ${called % OBSERVING}`;
      follow(observe(one, { name, event, lane }));
    }
  };
  const follow = (work: Promise<void>) => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  return {
    has: async (name) => (await withHook(name)).length > 0,

    async messageReceived(event) {
      for (const one of await withHook("messageReceived")) {
        const answer = await ask("messageReceived", one, { ...event });
        if (answer !== undefined && answer !== "failed")
          return { plugin: one.plugin, reason: answer.block, say: answer.say };
      }
      return undefined;
    },

    async promptBefore(event) {
      const added: AddedContext[] = [];
      for (const one of await withHook("promptBefore")) {
        const answer = await ask("promptBefore", one, { ...event });
        if (answer !== undefined && answer !== "failed")
          added.push({ plugin: one.plugin, text: answer.context });
      }
      return added;
    },

    async toolBefore(event) {
      for (const one of await withHook("toolBefore")) {
        const answer = await ask("toolBefore", one, { ...event });
        // What was to be checked does not run unchecked.
        if (answer === "failed") return `The plugin ${one.plugin} could not check the call.`;
        if (answer !== undefined) return `The plugin ${one.plugin} denied it: ${answer.deny}`;
      }
      return undefined;
    },

    async responseBefore(event) {
      let said: HookedText & { readonly text: string } = { text: event.text, plugins: [] };
      for (const one of await withHook("responseBefore")) {
        const answer = await ask("responseBefore", one, { ...event, text: said.text });
        if (answer === undefined || answer === "failed") continue;
        const by = [...said.plugins, one.plugin];
        if ("block" in answer) {
          log.warn("reply was withheld", { plugin: one.plugin, reason: answer.block });
          return { text: undefined, plugins: by };
        }
        said = { text: answer.text, plugins: by };
      }
      return said;
    },

    observe: (name, event) => follow(tell(name, { ...event })),

    async observed() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Returns the event as a plugin gets it: with its own handle of the chat, and texts of bounded length. */
function toEvent(event: Event, handleOf: Handles["of"]): Event {
  const { chat, person } = event;
  const entries = Object.entries(event).map(([key, value]) => [
    key,
    typeof value === "string" ? truncate(value, MAX_CHARS) : value,
  ]);
  return {
    ...Object.fromEntries(entries),
    ...(typeof chat === "string" && {
      chat: handleOf({ chat, person: typeof person === "string" ? person : "" }),
    }),
  };
}
