import type { Plugin } from "rolldown";

/** Modules of Node with exports that load others when somebody looks at them. */
const LAZY: readonly string[] = ["node:http", "node:https", "node:http2"];

const PREFIX = "\0builtin:";

/**
 * Gets modules of Node without looking at their lazy exports. An `import` looks at all of them, and one
 * of `node:http` so loads Node's whole HTTP client, which is a tenth of a start.
 */
export const importBuiltins: Plugin = {
  name: "import-builtins",
  resolveId(source, _importer, { kind }) {
    return LAZY.includes(source) && kind !== "require-call" ? PREFIX + source : undefined;
  },
  load(id) {
    return id.startsWith(PREFIX) ? sourceOf(id.slice(PREFIX.length)) : undefined;
  },
};

function sourceOf(name: string): string {
  const builtin = process.getBuiltinModule(name);
  const exports = Object.entries(Object.getOwnPropertyDescriptors(builtin)).flatMap(
    ([key, { value }]) => (value === undefined ? [] : [key]),
  );
  return [
    `const builtin = process.getBuiltinModule(${JSON.stringify(name)});`,
    "export default builtin;",
    `export const { ${exports.join(", ")} } = builtin;`,
  ].join("\n");
}
