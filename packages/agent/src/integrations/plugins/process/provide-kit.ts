import { registerHooks } from "node:module";

type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const SCHEME = "reeve-kit:";
const KEY = Symbol.for(SCHEME);

/** Lets plugins import modules by name that they have not installed, such as `@reeve/sdk/plugin`. */
export function provideKit(modules: Modules): void {
  Object.defineProperty(globalThis, KEY, { value: modules });
  registerHooks({
    resolve: (specifier, context, next) =>
      Object.hasOwn(modules, specifier)
        ? { url: SCHEME + specifier, format: "module", shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith(SCHEME)
        ? {
            format: "module",
            shortCircuit: true,
            source: sourceOf(url.slice(SCHEME.length), modules),
          }
        : next(url, context),
  });
}

/** Returns the source of a module that exports what the module of this process has. */
function sourceOf(name: string, modules: Modules): string {
  const kit = `globalThis[Symbol.for(${JSON.stringify(SCHEME)})][${JSON.stringify(name)}]`;
  const names = Object.keys(modules[name] ?? {});
  return [`const kit = ${kit};`, ...names.map((one) => `export const ${one} = kit.${one};`)].join(
    "\n",
  );
}
