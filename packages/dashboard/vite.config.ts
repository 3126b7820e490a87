import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const SOURCES = path.join(import.meta.dirname, "src");

/** Provides `virtual:texts`: for each language a function that loads all texts of all folders as one file. */
function joinTexts(): Plugin {
  const PREFIX = "virtual:texts";
  return {
    name: "join-texts",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [, language] = id.split("/");
      const files = await Array.fromAsync(
        glob(`**/texts/${language ?? "*"}.json`, { cwd: SOURCES }),
      );
      if (language === undefined) {
        const languages = [...new Set(files.map((file) => path.basename(file, ".json")))];
        const loaders = languages
          .toSorted()
          .map((one) => `${JSON.stringify(one)}: () => import("${PREFIX}/${one}")`);
        return `export const loaders = { ${loaders.join(", ")} };`;
      }
      const catalogs = files.toSorted().map(async (file) => {
        this.addWatchFile(path.join(SOURCES, file));
        const folder = path.basename(path.dirname(path.dirname(file)));
        return `${JSON.stringify(folder)}: ${await readFile(path.join(SOURCES, file), "utf8")}`;
      });
      return `export const catalogs = { ${(await Promise.all(catalogs)).join(", ")} };`;
    },
  };
}

/** `npm run build` uses it. `npx vite packages/dashboard` serves the sources beside a running agent. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), joinTexts()],
  server: { proxy: { "/v1": "http://127.0.0.1:7777", "/open": "http://127.0.0.1:7777" } },
  build: {
    target: "es2022",
    manifest: true,
    license: { fileName: "LICENSES.md" },
    // The content security policy refuses data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
