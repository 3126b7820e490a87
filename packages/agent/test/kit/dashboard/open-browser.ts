import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const run = promisify(execFile);
const CHROMIUM = "/usr/bin/chromium";

/** How a page is looked at. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: "light" | "dark";
  readonly language: string;
}

export const DESK: Look = {
  name: "light",
  width: 1280,
  height: 860,
  scheme: "light",
  language: "en",
};

export const LOOKS: readonly Look[] = [
  DESK,
  { name: "dark", width: 1280, height: 860, scheme: "dark", language: "en" },
  { name: "phone", width: 390, height: 844, scheme: "light", language: "en" },
  { name: "phone-german", width: 390, height: 844, scheme: "dark", language: "de" },
];

/** A real browser. It collects what its pages complain about. */
export interface TestBrowser extends AsyncDisposable {
  /** Opens a page in a context of its own, that is, as somebody who has never been here. */
  open(look?: Look): Promise<Page>;
  /** Errors and warnings of the console, refused loads, and exceptions, with the address. */
  readonly problems: string[];
}

/** Starts Debian's Chromium, and installs it with apt-get where it is missing, which needs root. */
export async function openBrowser(): Promise<TestBrowser> {
  await installChromium();
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox"],
  });
  const problems: string[] = [];
  return {
    problems,
    async open(look = DESK) {
      const isPhone = look.width < 500;
      const options: BrowserContextOptions = {
        viewport: { width: look.width, height: look.height },
        colorScheme: look.scheme,
        locale: look.language,
        hasTouch: isPhone,
        isMobile: isPhone,
        reducedMotion: "reduce",
      };
      const page = await (await browser.newContext(options)).newPage();
      page.setDefaultTimeout(20_000);
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()))
          problems.push(`${look.name} ${page.url()}: ${message.text()}`);
      });
      page.on("pageerror", (error) =>
        problems.push(`${look.name} ${page.url()}: ${error.message}`),
      );
      return page;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function installChromium(): Promise<void> {
  if (existsSync(CHROMIUM)) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  await run("apt-get", ["install", "-q", "-y", "--no-install-recommends", "chromium"], { env });
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let axe: string | undefined;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary: string;
  }[];
}

/** Returns the serious and critical findings of axe on a page, by WCAG 2.2 AA. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  axe ??= await readFile(AXE, "utf8");
  await page.evaluate(axe);
  const violations = await page.evaluate<readonly Finding[]>(
    `axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] })
      .then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(" ")} ${node.failureSummary}`);
      return `${page.url()} ${id}: ${places.join(" | ")}`;
    });
}

/** Returns by how many pixels a page is wider than the window. */
export async function widthBeyond(page: Page): Promise<number> {
  return page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}
