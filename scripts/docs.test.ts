import { glob, readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const PAGES = ["AGENTS.md", "README.md", "docs/*.md", "docs/{architecture,decisions,guides}/*.md"];
const SOURCES = ["{packages,scripts,bench,lint}/**/*.{ts,mjs,js}", "package.json"];
/** Folders that paths in pages are relative to. */
const BASES = ["", "packages/agent", "packages/agent/src", "locales/en"];
/** A path of the project: it has a slash, and a first folder that exists in one of the bases. */
const PATH = /^[a-z][\w.-]*(?:\/[\w.*<>{}-]+)+\/?$/;
const NAME = /^[a-z]+(?:[A-Z][a-z]+)+$|^(?:[A-Z][a-z]+){2,}$/;

async function readAll(patterns: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const name of glob(patterns, { cwd: ROOT, exclude: ["**/node_modules"] })) {
    if (!name.endsWith(".gen.ts")) texts.set(name, await readFile(path.join(ROOT, name), "utf8"));
  }
  return texts;
}

const pages = await readAll(PAGES);
const sources = [...(await readAll(SOURCES)).values()].join("\n");

/** Code spans outside of blocks of code. */
function spansOf(text: string): readonly string[] {
  const prose = text.replaceAll(/^ *```[^]*?^ *```/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
}

function isMissing(span: string): boolean {
  const [first = ""] = span.split("/");
  const bases = BASES.filter((base) => existsSync(path.join(ROOT, base, first)));
  // Names of the user's own files, of packages and of settings begin elsewhere.
  if (bases.length === 0 || /[*<>{}]/.test(span)) return false;
  return !bases.some((base) => existsSync(path.join(ROOT, base, span)));
}

function anchorsOf(text: string): ReadonlySet<string> {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test("every path that documentation mentions exists", () => {
  const missing = [...pages].flatMap(([page, text]) =>
    spansOf(text)
      .filter((span) => PATH.test(span) && isMissing(span))
      .map((span) => `${page}: ${span}`),
  );
  expect(missing).toEqual([]);
});

test("every name of code that documentation mentions exists", () => {
  const missing = [...pages].flatMap(([page, text]) =>
    page === "docs/glossary.md"
      ? []
      : spansOf(text)
          .filter((span) => NAME.test(span) && !sources.includes(span))
          .map((span) => `${page}: ${span}`),
  );
  expect(missing).toEqual([]);
});

test("every link of documentation leads to a file and a heading that exist", () => {
  const broken = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? page : path.join(path.dirname(page), file);
        if (!existsSync(path.join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(pages.get(target) ?? "").has(anchor);
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("the test sees a wrong path", () => {
  expect(["core/intake", "core/nowhere", "docs/nothing.md", "npm/package"].map(isMissing)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
