import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDashboard, measureFirstLoad } from "../../../../scripts/build/build-dashboard.ts";
import { type MockServer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { answerDashboard } from "../kit/dashboard/dashboard-model.ts";
import { fillHome, LONG_CHAT } from "../kit/dashboard/fill-home.ts";
import {
  DESK,
  findBarriers,
  type Look,
  LOOKS,
  openBrowser,
  type TestBrowser,
  widthBeyond,
} from "../kit/dashboard/open-browser.ts";
import { PAGES } from "../kit/dashboard/pages.ts";
import { type ReeveProcess, startReeve } from "../kit/dashboard/start-reeve.ts";

/** Every page with content, in four looks; and what pages cost. */
const ROOT = path.resolve(import.meta.dirname, "../../../..");
const DIST = path.join(ROOT, "packages/agent/dist/dashboard");
const MESSAGES = 10_000;

const opened = new AsyncDisposableStack();
let model: MockServer;
let reeve: ReeveProcess;
let browser: TestBrowser;

beforeAll(async () => {
  await buildDashboard(ROOT, DIST);
  model = opened.use(await startMockServer({ answer: answerDashboard, models: ["scripted"] }));
  reeve = opened.use(
    await startReeve({
      agent: { model: "local/scripted", utilityModel: "offline/rules" },
      models: { baseUrl: `${model.url}/v1` },
      limits: { money: { platform: { day: "2.00" } } },
      mcp: { servers: { files: { command: "/no/such/program", sandbox: "off" } } },
    }),
  );
  await fillHome(reeve, { messages: MESSAGES });
  browser = opened.use(await openBrowser());
});

afterAll(() => opened.disposeAsync());

async function signIn(look: Look): Promise<Page> {
  const page = await browser.open(look);
  await page.goto(await reeve.link());
  await page.locator("main h1, main h2").first().waitFor({ state: "attached" });
  return page;
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  await expect.poll(() => page.locator(".loading").count()).toBe(0);
}

test.each(LOOKS)("no page shuts anybody out, or is wider than the window: $name", async (look) => {
  const page = await signIn(look);
  const problems: string[] = [];
  for (const address of PAGES) {
    await openPage(page, address);
    const beyond = await widthBeyond(page);
    if (beyond > 0) problems.push(`${address} is ${beyond} px too wide`);
    problems.push(...(await findBarriers(page)));
  }
  expect(problems).toEqual([]);
  expect(browser.problems).toEqual([]);
  await page.context().close();
});

test("the palette, menus and lists that open shut nobody out", async () => {
  const page = await signIn(DESK);
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type("sett");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.getByRole("button", { name: "Provider" }).click();
  await page.getByRole("listbox").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await openPage(page, "/approvals");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Path" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test("a fact is explained, confirmed and forgotten", async () => {
  const page = await signIn(DESK);
  await openPage(page, "/memory?tab=facts");
  const fact = page.getByRole("listitem").filter({ hasText: "Ann drinks green tea." });
  await fact.getByRole("button", { name: "Confirm", exact: true }).click();
  await fact.getByText("confirmed").waitFor();
  await fact.getByRole("button", { name: "Forget" }).click();
  await expect.poll(() => fact.count()).toBe(0);
  await page.context().close();
});

test("no page needs more than 250 kB before it can be used", async () => {
  const sizes = [...(await measureFirstLoad(DIST))];
  expect(sizes.length).toBeGreaterThan(6);
  expect(sizes.filter(([, bytes]) => bytes > 250_000)).toEqual([]);
});

test("the first page is ready after less than a second of the main thread", async () => {
  const page = await signIn(DESK);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.reload();
  await page.getByText("Spent today").waitFor();
  const { metrics } = await session.send("Performance.getMetrics");
  const taken = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Infinity;
  process.stdout.write(`TaskDuration ${taken.toFixed(2)} s\n`);
  // Twice the goal on a quiet machine: two noisy cores are no measure.
  expect(taken).toBeLessThan(2);
  await page.context().close();
});

test("a conversation of 10,000 messages holds few of them in the page, and scrolls", async () => {
  const page = await signIn(DESK);
  await openPage(page, `/chat?c=${LONG_CHAT}`);
  await page.getByText(`Message ${MESSAGES - 1}`).waitFor();
  await page.evaluate(`
    globalThis.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: "longtask" });
  `);
  await page.mouse.move(800, 400);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, -2500);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
  }
  expect(await page.locator(".message").count()).toBeLessThan(60);
  const longest = await page.evaluate<number>("Math.max(0, ...tasks)");
  process.stdout.write(`longest task while scrolling ${Math.round(longest)} ms\n`);
  await page.context().close();
});
