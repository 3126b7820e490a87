/** Source of a setting's value. */
export type ConfigSource =
  | { readonly kind: "default" }
  | { readonly kind: "file"; readonly file: string; readonly line: number }
  | { readonly kind: "env"; readonly name: string }
  | { readonly kind: "flag"; readonly name: string };

/** Formats a source: "config.yaml:3", "REEVE_AGENT_MODE", "--set agent.mode", "default". */
export function formatSource(source: ConfigSource): string {
  if (source.kind === "file") return `${source.file}:${source.line}`;
  if (source.kind === "env") return source.name;
  return source.kind === "flag" ? `--set ${source.name}` : "default";
}
