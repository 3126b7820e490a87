import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { type HttpStory, openHttp, ORIGIN } from "../../../../test/kit/http/open-http.ts";

async function build(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-built-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "assets"));
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content);
  return folder;
}

function get({ gateway }: HttpStory, address: string, headers = {}): Promise<Response> {
  return gateway.fetch(new Request(new URL(address, ORIGIN), { headers }));
}

test("the dashboard is served to everyone, compressed, under the policy of all pages", async () => {
  const dashboard = await build({
    "index.html": "<!doctype html>",
    "assets/main-1.js": "start()",
    "icon.svg": "<svg/>",
  });
  await using http = await openHttp({ dashboard });
  const page = await get(http, "/");
  expect(page.status).toBe(200);
  expect(await page.text()).toBe("<!doctype html>");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'self';");

  const headers = { "accept-encoding": "gzip, br" };
  const script = await get(http, "/assets/main-1.js", headers);
  expect(gunzipSync(await script.arrayBuffer()).toString()).toBe("start()");
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await get(http, "/icon.svg")).headers.get("content-type")).toBe("image/svg+xml");
});

test.each(["/assets/none.js", "/assets/..%2Findex.html", "/assets/main.html", "/first.js"])(
  "%s is no file of the build",
  async (address) => {
    const dashboard = await build({ "index.html": "<!doctype html>" });
    await using http = await openHttp({ dashboard });
    const { status } = await get(http, address);
    expect([400, 404]).toContain(status);
  },
);

test("without a build, browsers are led to the API page", async () => {
  await using http = await openHttp();
  const page = await get(http, "/");
  expect([page.status, page.headers.get("location")]).toEqual([303, "/docs"]);
});
