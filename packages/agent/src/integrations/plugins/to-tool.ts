import { Fault, type Tool } from "@reeve/sdk";
import { allSent, foreignParams } from "../foreign-params.ts";
import type { PluginPowers } from "../plugins.ts";
import type { PluginDescription, ToolDescription, Work } from "./protocol.ts";

/** Runs a call in the plugin. */
export type CallPlugin = (
  work: Work,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
) => Promise<unknown>;

const DEFAULT_MS = 30_000;

/** Time that the process has to start before a call, and to end after it. */
const START_MS = 25_000;

/** Returns the name by which the model calls a tool of a plugin. */
export function pluginToolName(plugin: string, tool: string): string {
  return `${plugin.replaceAll("-", "_")}_${tool}`;
}

export interface ToolOptions {
  readonly plugin: string;
  readonly powers: PluginPowers;
  readonly call: CallPlugin;
  /** Handle by which the plugin names the chat of a call. */
  readonly handleOf: (caller: { readonly chat: string; readonly person: string }) => string;
}

/** Converts a plugin's tool to one of the agent's. */
export function toTool(
  { name, summary, schema, replay, timeoutMs = DEFAULT_MS, ...described }: ToolDescription,
  { plugin, powers, call, handleOf }: ToolOptions,
): Tool {
  return {
    ...described,
    name: pluginToolName(plugin, name),
    summary: `[Plugin ${plugin}] ${summary}`,
    ...(replay && { replay }),
    timeoutMs: timeoutMs + START_MS,
    params: foreignParams(schema),
    paramsSchema: schema,
    // Whatever the plugin receives can leave for its hosts, and for other chats.
    ...(passesOn(powers) && { sensitiveArguments: allSent(schema) }),
    resultOrigin: "external",
    needs: ["caller"],
    async run(args, { caller, callId, signal }) {
      const { person } = caller;
      const work = { kind: "tool", name, args, callId, chat: handleOf(caller), person } as const;
      const value = await call(work, { signal, timeoutMs });
      return value ?? "done";
    },
  };
}

/** Whether a plugin can pass on what it is given. */
export function passesOn({ hosts, messages }: PluginPowers): boolean {
  return hosts.length > 0 || messages;
}

/** Throws `invalid` if a plugin contains more than its manifest declares. */
export function assertDeclared(
  { tools, hooks }: Pick<PluginDescription, "tools" | "hooks">,
  powers: PluginPowers,
): void {
  const tool = tools.find(({ effect }) => !powers.effects.includes(effect));
  if (tool)
    throw new Fault(
      "invalid",
      `The tool ${tool.name} has the effect ${tool.effect}, which the manifest does not declare.`,
      {
        hint: `Add "${tool.effect}" to reeve.powers.effects in package.json.`,
      },
    );
  const hook = hooks.find((one) => !powers.hooks.includes(one.name));
  if (hook)
    throw new Fault("invalid", `The hook ${hook.name} is not declared in the manifest.`, {
      hint: `Add "${hook.name}" to reeve.powers.hooks in package.json.`,
    });
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Fault("invalid", `Two tools are named ${twice}.`);
}
