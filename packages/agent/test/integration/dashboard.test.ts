import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { connectSocket } from "@reeve/client/socket";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDashboard } from "../../../../scripts/build/build-dashboard.ts";
import { buildPdf } from "../../../documents/src/testing/build-pdf.ts";
import { type MockServer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { answerDashboard } from "../kit/dashboard/dashboard-model.ts";
import { openBrowser, type TestBrowser } from "../kit/dashboard/open-browser.ts";
import { type ReeveProcess, startReeve } from "../kit/dashboard/start-reeve.ts";

/** A person at a browser, with a real agent in a process of its own. The tests are one day in order. */
const ROOT = path.resolve(import.meta.dirname, "../../../..");

const opened = new AsyncDisposableStack();

let model: MockServer;
let reeve: ReeveProcess;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  await buildDashboard(ROOT, path.join(ROOT, "packages/agent/dist/dashboard"));
  model = opened.use(await startMockServer({ answer: answerDashboard, models: ["scripted"] }));
  reeve = opened.use(
    await startReeve({
      limits: { money: { platform: { day: "2.00" } } },
      plugins: { trusted: ["price-watcher"] },
    }),
  );
  browser = opened.use(await openBrowser());
  page = await browser.open();
});

afterAll(() => opened.disposeAsync());

async function goTo(address: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
}

async function say(text: string, on: Page = page): Promise<void> {
  await on.getByRole("textbox", { name: "Message" }).fill(text);
  await on.keyboard.press("Enter");
}

/** The newest message of the log with a text. */
function shown(text: string | RegExp, on: Page = page) {
  return on.getByRole("log").getByText(text).last();
}

/** The same for one that may come a little later than what it is about. */
async function dropNext(pattern: RegExp): Promise<void> {
  const isThere = () => browser.problems.some((problem) => pattern.test(problem));
  await expect.poll(isThere).toBe(true);
  dropExpected(pattern);
}

/** Removes the messages of the console that a test provokes. */
function dropExpected(pattern: RegExp): void {
  const rest = browser.problems.filter((problem) => !pattern.test(problem));
  browser.problems.splice(0, browser.problems.length, ...rest);
}

test("a browser that is not signed in is told how, and a link signs it in once", async () => {
  await page.goto(reeve.url);
  await page.getByRole("heading", { name: "Sign in to Reeve" }).waitFor();
  await dropNext(/status of 401/);
  const link = await reeve.link();
  await page.goto(link);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByText("Choose a model").waitFor();
});

test("the wizard lists the models of a server, tests the chosen one and starts it", async () => {
  await page.getByRole("link", { name: /Choose a model/ }).click();
  await page.getByRole("button", { name: "Provider" }).click();
  await page.getByRole("option", { name: "local", exact: true }).click();
  await page.getByLabel("Server URL").fill(`${model.url}/v1`);
  await page.getByRole("button", { name: "List models" }).click();
  await page.getByText("1 model is available").first().waitFor();
  await page.getByRole("textbox", { name: "Model" }).fill("scripted");
  await page.getByRole("button", { name: "Test and save" }).click();
  await page.getByText("Saved. The model answers from now on.").waitFor();
  await goTo("/");
  await page.getByText("local/scripted").first().waitFor();
});

test("an answer streams, with its tool call in words and the reason for it", async () => {
  await goTo("/chat");
  await say("Compare the quotes");
  await page.getByRole("heading", { name: "Three quotes" }).waitFor();
  await page.getByRole("cell", { name: "3,900 €" }).waitFor();
  await page.getByRole("button", { name: "Why?" }).last().click();
  await page.getByRole("button", { name: /Note create/ }).click();
  await page.getByText("Müller, Heat & Co", { exact: true }).first().waitFor();
  await page.getByText(/tokens read/).waitFor();
});

test("a PDF is attached and asked about", async () => {
  await page.getByRole("button", { name: "Attach a file" }).waitFor();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach a file" }).click();
  const chooser = await choosing;
  const pdf = buildPdf([{ words: "Invoice" }, { words: "Total: 987 euros" }]);
  await chooser.setFiles({ name: "invoice.pdf", mimeType: "application/pdf", buffer: pdf });
  await page.getByText("invoice.pdf").waitFor();
  await say("What is the total?");
  await shown("The total is 987 euros.").waitFor();
});

test("an action is edited and allowed in the chat", async () => {
  const folder = path.join(reeve.home, "workspace/temp");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "old.txt"), "old");
  await writeFile(path.join(folder, "older.txt"), "older");
  await say("Delete the old list");
  const card = page
    .getByRole("article")
    .filter({ has: page.getByRole("button", { name: "Deny" }) });
  await card.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Path" }).fill("temp/older.txt");
  await page.getByRole("button", { name: "Allow with changes" }).click();
  await shown("It is deleted.").waitFor();
  await expect
    .poll(() => readFile(path.join(folder, "older.txt")).catch(() => "gone"))
    .toBe("gone");
  expect(await readFile(path.join(folder, "old.txt"), "utf8")).toBe("old");
});

test("a file that the agent sends is shown in the chat, now and after a reload", async () => {
  await writeFile(path.join(reeve.home, "workspace/temp/report.txt"), "All is well.");
  await say("Send me the report");
  await shown("report.txt").waitFor();
  await page.reload();
  await shown("report.txt").waitFor();
  const downloading = page.waitForEvent("download");
  await shown("report.txt").click();
  expect(await readFile(await (await downloading).path(), "utf8")).toBe("All is well.");
});

test("the settings of a conversation are changed, and a new session begins", async () => {
  await goTo("/chat?c=side");
  await say("Hello?");
  await shown("Hello from the model.").waitFor();
  await page.getByRole("button", { name: "Settings of this conversation" }).click();
  await page.getByRole("button", { name: /A message during an answer/ }).click();
  await page.getByRole("option", { name: "waits until the answer is complete" }).click();
  await page.getByRole("button", { name: /waits until the answer is complete/ }).waitFor();
  await page.getByRole("button", { name: "Start a new session" }).click();
  await page.getByText("A new session has started.").waitFor();
  await goTo("/chat");
  await shown("Here it is.").waitFor();
});

test("an approval is counted everywhere, and denied on its page", async () => {
  await say("Delete the old list");
  await page.getByRole("link", { name: /Approvals.*1 approval waits for you/ }).waitFor();
  await expect.poll(() => page.title()).toBe("(1) Chat · Reeve");
  await goTo("/approvals");
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByText("No approvals are waiting").waitFor();
  await goTo("/approvals?tab=decided");
  await page.getByRole("cell", { name: "Denied" }).waitFor();
});

test("a plan is confirmed, stops at a step that fails, and goes on", async () => {
  await goTo("/chat");
  await say("Plan the trip");
  // The card of what was denied before may still be shown for a moment.
  const plan = page.getByRole("article").filter({ hasText: "Plan: The trip is planned" });
  const allow = plan.getByRole("button", { name: "Allow", exact: true });
  await allow.click();
  await expect.poll(() => allow.count()).toBe(0);
  await goTo("/automation");
  // A step that fails is tried again by itself first.
  await page.getByText("Stopped").first().waitFor({ timeout: 90_000 });
  await writeFile(path.join(reeve.home, "workspace/temp/fares.txt"), "40 euros");
  await page.getByRole("button", { name: "Retry the step" }).click();
  await page.getByText("Done", { exact: true }).first().waitFor();
});

test("a turn is stopped", async () => {
  await goTo("/chat");
  await say("Take your time");
  await shown(/Slowly Slowly/).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect.poll(() => page.getByRole("button", { name: "Stop", exact: true }).count()).toBe(0);
});

test("a tool is found by a sentence, and its scope is changed", async () => {
  await goTo("/settings?tab=tools");
  await page.getByLabel(/Which tools would Reeve find/).fill("remind me to call Ann");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("button", { name: "Reminder create" }).first().click();
  await page.getByRole("heading", { name: "Reminder create" }).waitFor();
  await page.getByRole("button", { name: /Where/ }).click();
  await page.getByRole("option", { name: "Direct chats only" }).click();
  await page.getByRole("listitem").filter({ hasText: "Direct chats only" }).first().waitFor();
});

test("a tool is tried, with the approval that any call needs", async () => {
  await goTo("/settings?tab=tools&tool=workspace_delete");
  await page.getByRole("heading", { name: "Try this tool" }).waitFor();
  await page.getByRole("textbox", { name: "Path" }).fill("temp/report.txt");
  await page.getByRole("button", { name: "Call the tool" }).click();
  await page.getByRole("link", { name: "It waits for your approval." }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect
    .poll(() => readFile(path.join(reeve.home, "workspace/temp/report.txt")).catch(() => "gone"))
    .toBe("gone");
  await goTo("/settings?tab=tools&tool=utility_calculate");
  await page.getByRole("heading", { name: "Try this tool" }).waitFor();
  await page.getByRole("textbox", { name: "Expression" }).fill("6 * 7");
  await page.getByRole("button", { name: "Call the tool" }).click();
  await page.getByText("The call succeeded.").waitFor();
  await page.getByText(/42/).first().waitFor();
});

test("a skill is inspected, installed, disabled and removed", async () => {
  const folder = path.join(reeve.home, "sources", "invoices");
  await mkdir(path.join(folder, "scripts"), { recursive: true });
  const manifest = "---\nname: invoices\ndescription: Sums up invoices.\n---\nAdd them up.\n";
  await writeFile(path.join(folder, "SKILL.md"), manifest);
  await writeFile(path.join(folder, "scripts/sum.mjs"), "console.log(1);\n");
  await goTo("/extensions?tab=skills");
  await page.getByLabel("Source").fill(folder);
  await page.getByRole("button", { name: "Inspect" }).click();
  const offer = page.getByRole("region", { name: "Before the installation" });
  await offer.getByText("New: script scripts/sum.mjs").waitFor();
  await offer.getByRole("button", { name: "Install" }).click();
  const skill = page.getByRole("listitem").filter({ hasText: "Sums up invoices." });
  await skill.getByText("Enabled").waitFor();
  await skill.getByRole("button", { name: "Disable invoices" }).click();
  await skill.getByText("Disabled").waitFor();
  await skill.getByRole("button", { name: "Remove invoices" }).click();
  await skill.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => skill.count()).toBe(0);
});

test("a plugin is installed with the powers that were shown, and removed", async () => {
  await goTo("/extensions?tab=plugins");
  await page.getByLabel("Source").fill(path.join(ROOT, "examples/nothing"));
  await page.getByRole("button", { name: "Inspect" }).click();
  await page.getByRole("alert").filter({ hasText: "There is no folder or archive" }).waitFor();
  await dropNext(/status of 404/);
  await page.getByLabel("Source").fill(path.join(ROOT, "examples/price-watcher"));
  await page.getByRole("button", { name: "Inspect" }).click();
  const offer = page.getByRole("region", { name: "Before the installation" });
  await offer.getByText("Not signed").waitFor();
  await offer.getByText("New: tools that write its own data").waitFor();
  await offer.getByRole("button", { name: "Install" }).click();
  const plugin = page.getByRole("listitem").filter({ hasText: "price-watcher" });
  await plugin.getByText("Ready").waitFor();
  await plugin.getByRole("button", { name: "Remove price-watcher" }).click();
  await plugin.getByText("Delete its data, too").click();
  await plugin.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No plugins").waitFor();
});

test("the log is shown as it is written", async () => {
  await goTo("/settings?tab=log");
  await page.getByRole("list", { name: "Log" }).waitFor();
  const live = page.waitForRequest(/\/v1\/log\/live/);
  await page.reload();
  await live;
  await page.getByRole("list", { name: "Log" }).getByRole("listitem").first().waitFor();
});

test("costs are shown as a chart, and in a table", async () => {
  await goTo("/usage");
  await page.getByRole("img", { name: /Bar chart/ }).waitFor();
  await page.getByRole("rowheader", { name: "local/scripted" }).waitFor();
});

test("the character is edited with its difference shown, and the change is undone", async () => {
  await goTo("/memory?tab=documents");
  const soul = path.join(reeve.home, "workspace/SOUL.md");
  await page.getByRole("textbox", { name: "Text" }).fill("You are brief.");
  await page.getByRole("region", { name: "Your changes" }).getByText("You are brief.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Undo the last change" }).waitFor();
  expect(await readFile(soul, "utf8")).toBe("You are brief.");
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect.poll(() => readFile(soul, "utf8").catch(() => "gone")).toBe("gone");
});

test("two browsers on one conversation show the same at the same time", async () => {
  const other = await browser.open();
  await other.goto(await reeve.link());
  await other.getByRole("heading", { name: "Overview" }).waitFor();
  await other.goto(`${reeve.url}/#/chat`);
  await shown("Take your time", other).waitFor();
  await goTo("/chat");
  await say("Hello?");
  await shown("Hello from the model.", other).waitFor();
  await shown("Hello from the model.").waitFor();
  await say("And from here?", other);
  await shown("And from here?").waitFor();
  await other.context().close();
});

test("a terminal and a browser are in one conversation", async () => {
  const seen: string[] = [];
  const { signal } = new AbortController();
  using terminal = await connectSocket(path.join(reeve.home, "reeve.sock"), {
    signal,
    onEvent: (event) => seen.push(JSON.stringify(event)),
  });
  await terminal.hello("main");
  await terminal.request({ type: "subscribe", since: 0 });
  await terminal.request({ type: "deliver", message: "typed-1", text: "Hello from the terminal" });
  await page.getByRole("link", { name: /Terminal/ }).click();
  await shown("Hello from the terminal").waitFor();
  await shown("Hello from the model.").waitFor();
  await say("Hello from the browser");
  await expect
    .poll(() => seen.some((event) => event.includes("Hello from the browser")))
    .toBe(true);
  await goTo("/chat");
  await shown("And from here?").waitFor();
});

test("after the server was killed, what was written meanwhile is sent once", async () => {
  await expect.poll(() => page.getByText("Sending…").count()).toBe(0);
  await reeve.kill();
  await page.getByText("The connection to Reeve is broken.").waitFor();
  await say("Are you back?");
  await page.getByText("Sending…").waitFor();
  await page.reload().catch(() => undefined);
  dropExpected(
    /ERR_CONNECTION_REFUSED|Failed to fetch|ERR_INCOMPLETE_CHUNKED|net::|Failed to load/,
  );
  await reeve.start();
  await page.goto(`${reeve.url}/#/chat`);
  await page.reload();
  await shown("Are you back?").waitFor();
  await expect.poll(() => page.getByText("Sending…").count()).toBe(0);
  await expect.poll(() => page.getByRole("log").getByText("Are you back?").count()).toBe(1);
  dropExpected(
    /ERR_CONNECTION_REFUSED|Failed to fetch|ERR_INCOMPLETE_CHUNKED|net::|Failed to load/,
  );
});

test("the console has nothing to complain about", () => {
  expect(browser.problems).toEqual([]);
});
