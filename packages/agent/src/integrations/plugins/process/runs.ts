import { callbackFor, Fault, type PluginServices } from "@reeve/sdk/plugin";
import { runHook } from "./run-hook.ts";
import type { Work } from "../protocol.ts";
import type { ReadPlugin } from "./read-plugin.ts";

/** Runs work of the plugin. */
export interface Runs {
  run(work: Work, signal: AbortSignal): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the plugin and returns what runs its work. */
export async function createRuns({ plugin }: ReadPlugin, services: PluginServices): Promise<Runs> {
  const tools = new Map((plugin.tools ?? []).map((tool) => [tool.name, tool]));
  const schedules = new Map((plugin.schedules ?? []).map((one) => [one.name, one]));
  const press = (work: Extract<Work, { kind: "press" }>, signal: AbortSignal) => {
    const { name: id, data, key, chat, person } = work;
    const callback = callbackFor(plugin.callbacks ?? [], data);
    if (!callback) throw new Fault("missing", `The plugin has no callback for "${data}".`);
    const pressed = Object.freeze({ id, data, key, chat, person });
    return callback.run(pressed, Object.freeze({ ...services, signal }));
  };
  const pay = async (work: Extract<Work, { kind: "payment" }>, signal: AbortSignal) => {
    const { name: id, stars, payload, key, chat, person } = work;
    const payment = Object.freeze({ id, stars: BigInt(stars), payload, key, chat, person });
    if (!plugin.onPayment) throw new Fault("missing", "The plugin handles no payments.");
    await plugin.onPayment(payment, Object.freeze({ ...services, signal }));
    return undefined;
  };
  await plugin.start?.(services);
  return {
    async run(work, signal) {
      if (work.kind === "schedule") {
        await schedules.get(work.name)?.run(Object.freeze({ ...services, signal }));
        return undefined;
      }
      if (work.kind === "hook") return runHook(plugin, work, { ...services, signal });
      if (work.kind === "payment") return pay(work, signal);
      if (work.kind === "press") return press(work, signal);
      const tool = tools.get(work.name);
      if (!tool) throw new Fault("missing", `The plugin has no tool named ${work.name}.`);
      const args = tool.params.safeParse(work.args);
      if (!args.success) throw new Fault("invalid", args.error.message);
      const { callId, chat, person } = work;
      return tool.run(args.data, Object.freeze({ ...services, signal, callId, chat, person }));
    },
    async stop() {
      await plugin.stop?.(services);
    },
  };
}
