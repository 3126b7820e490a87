import { mkdir } from "node:fs/promises";
import path from "node:path";
import { startMockServer } from "../packages/agent/src/llm/testing/mock-server.ts";
import { answerDashboard } from "../packages/agent/test/kit/dashboard/dashboard-model.ts";
import { fillHome } from "../packages/agent/test/kit/dashboard/fill-home.ts";
import { DESK, LOOKS, openBrowser } from "../packages/agent/test/kit/dashboard/open-browser.ts";
import { startReeve } from "../packages/agent/test/kit/dashboard/start-reeve.ts";

/**
 * `node scripts/screenshots.ts`: writes pictures of the dashboard with a day's work in it to docs/screenshots. The
 * last look is German from right to left, because no text that is translated now is as long, or runs that way.
 */
const PAGES = [
  "/",
  "/chat",
  "/approvals",
  "/memory?tab=facts",
  "/memory?tab=documents",
  "/automation?tab=schedules",
  "/usage",
  "/settings?tab=tools",
  "/settings?tab=config",
  "/extensions?tab=plugins",
  "/extensions?tab=skills",
];
const MIRRORED = { ...DESK, name: "right-to-left", language: "de" };
const FOLDER = path.resolve(import.meta.dirname, "../docs/screenshots");

await mkdir(FOLDER, { recursive: true });
await using model = await startMockServer({ answer: answerDashboard, models: ["scripted"] });
await using reeve = await startReeve({
  agent: { model: "local/scripted", utilityModel: "offline/rules" },
  models: { baseUrl: `${model.url}/v1` },
  limits: { money: { platform: { day: "2.00" } } },
});
await fillHome(reeve, { messages: 20 });
await using browser = await openBrowser();
for (const look of [...LOOKS, MIRRORED]) {
  const page = await browser.open(look);
  await page.goto(await reeve.link());
  await page.locator("main h1, main h2").first().waitFor({ state: "attached" });
  if (look === MIRRORED) await page.evaluate('document.documentElement.dir = "rtl"');
  for (const address of PAGES) {
    await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
    await page.locator("main .page, main .chat-page").first().waitFor();
    await page.locator(".loading").first().waitFor({ state: "detached" });
    if (address === "/chat") await page.locator(".message .approval").last().waitFor();
    const name = address.replaceAll(/\W+/g, "-").replace(/^-/, "") || "overview";
    await page.screenshot({
      path: path.join(FOLDER, `${name}-${look.name}.jpg`),
      type: "jpeg",
      quality: 60,
    });
  }
  await page.context().close();
}
for (const problem of browser.problems) process.stdout.write(`${problem}\n`);
