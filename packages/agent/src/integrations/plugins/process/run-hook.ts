import { Fault, type Plugin, type PluginServices } from "@reeve/sdk/plugin";
import type { Work } from "../protocol.ts";

/** Calls a hook of the plugin with an event. */
export async function runHook(
  plugin: Pick<Plugin, "hooks">,
  { name, event }: Extract<Work, { kind: "hook" }>,
  services: PluginServices & { readonly signal: AbortSignal },
): Promise<unknown> {
  const hook = plugin.hooks?.[name];
  if (!hook) throw new Fault("missing", `The plugin has no hook named ${name}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the agent made the event for this hook
  return hook.run(Object.freeze(event) as never, Object.freeze(services));
}
