import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { attempt } from "../../../kernel/attempt.ts";
import { defineOpenRoute, type Route } from "../route.ts";

const TAGS = ["dashboard"];

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Names of built files contain a hash of the content. */
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Creates the routes of the dashboard: the files that a build has put into `folder`. Without a build, browsers
 * are redirected to the API page. The pages hold no data; they request it like every other client.
 */
export function dashboardRoutes(folder: string): readonly Route[] {
  const files = createFiles(folder);
  const named = (file: string, summary: string) =>
    defineOpenRoute({
      method: "GET",
      path: `/${file}`,
      summary,
      tags: TAGS,
      scope: "open",
      answers: { 200: typeOf(file) },
      run: async ({ headers }) => files.answer(file, headers, "no-cache"),
    });
  return [
    defineOpenRoute({
      method: "GET",
      path: "/",
      summary: "Show the dashboard.",
      tags: TAGS,
      scope: "open",
      answers: { 200: typeOf("index.html"), 303: null },
      async run({ headers }) {
        if (await files.find("index.html")) return files.answer("index.html", headers, "no-cache");
        return new Response(null, { status: 303, headers: { location: "/docs" } });
      },
    }),
    defineOpenRoute({
      method: "GET",
      path: "/assets/{file}",
      summary: "Return a script or stylesheet of the dashboard.",
      tags: TAGS,
      scope: "open",
      params: z.object({
        file: z
          .string()
          .regex(/^[\w-]+\.(?:js|css)$/)
          .max(200)
          .describe("The file's name."),
      }),
      answers: { 200: { type: "*/*", description: "The file." } },
      run: async ({ params: { file }, headers }) =>
        files.answer(`assets/${file}`, headers, FOREVER),
    }),
    named("first.js", "Return the script that runs before the dashboard is shown."),
    named("icon.svg", "Return the icon."),
    named("app.webmanifest", "Return the manifest by which browsers install the dashboard."),
  ];
}

interface BuiltFile {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
}

/** Built files, read and compressed when they are first requested. */
function createFiles(folder: string) {
  const known = new Map<string, BuiltFile>();
  const find = async (name: string): Promise<BuiltFile | undefined> => {
    const found = known.get(name);
    if (found) return found;
    const read = await attempt(readFile(path.join(folder, name)));
    if (read.status === "rejected") return undefined;
    const file = {
      plain: new Uint8Array(read.value),
      packed: new Uint8Array(gzipSync(read.value)),
    };
    known.set(name, file);
    return file;
  };
  return {
    find,
    async answer(name: string, headers: Headers, caching: string): Promise<Response> {
      const file = await find(name);
      if (!file)
        throw new Fault("missing", `The dashboard has no file ${name}.`, {
          hint: "Reload the page. In a clone, build the dashboard: npm run build",
        });
      const isPacked = headers.get("accept-encoding")?.includes("gzip") ?? false;
      return new Response(isPacked ? file.packed : file.plain, {
        headers: {
          "content-type": typeOf(name).type,
          "cache-control": caching,
          vary: "accept-encoding",
          ...(isPacked && { "content-encoding": "gzip" }),
        },
      });
    },
  };
}

function typeOf(file: string) {
  const type = TYPES[path.extname(file)] ?? "application/octet-stream";
  return { type, description: "The file." };
}
