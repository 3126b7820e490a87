import { type PluginOffer, plugins, type PluginState } from "@reeve/operations/agent/plugins";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve plugin`. */
export const pluginCommand = defineCommandLine({
  command: "plugin",
  operations: plugins,
  show: {
    list: ({ items }) =>
      linesOf(
        items,
        describePlugin,
        "There are no plugins. Install one: reeve plugin add <source>. Write one: reeve plugin new <name>",
      ),
    inspect: describeOffer,
    add: describePlugin,
    remove: ({ name }) => `Removed ${name}.`,
  },
});

/** A plugin in one line, or two if it is not ready. */
export function describePlugin({
  name,
  version,
  state,
  tools,
  isLinked,
  reason,
}: PluginState): string {
  const facts = [`${tools.length} tools`, ...(isLinked ? ["linked"] : [])];
  const line = `${name.padEnd(24)} ${version.padEnd(8)} ${state.padEnd(10)}  ${facts.join(", ")}`;
  return reason === null ? line : `${line}\n  ${reason}`;
}

/** Describes a plugin and its powers to the person who approves it. */
export function describeOffer({
  name,
  version,
  description,
  powers,
  added,
  removed,
  tools,
  signedBy,
}: PluginOffer): string {
  const marked = [
    ...powers.map((line) => `${added.includes(line) ? "+" : " "} ${line}`),
    ...removed.map((line) => `- ${line}`),
  ];
  return [
    `${name} ${version}${description === "" ? "" : `: ${description}`}`,
    signedBy === null ? "Not signed." : `Signed with ${signedBy}.`,
    "",
    "Powers (+ new, - no longer):",
    ...(marked.length === 0 ? ["  none"] : marked),
    "",
    "Tools:",
    ...(tools.length === 0
      ? ["  none"]
      : tools.map((tool) => `  ${tool.name} (${tool.effect}): ${tool.summary}`)),
  ].join("\n");
}
