import { expect, test } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://example.com/";
const signal = new AbortController().signal;

test("a page is read while the process goes on", async () => {
  const html = `<title>Big</title>${"<p>word <a href=/x>link</a></p>".repeat(5_000)}`;
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 1);
  const reading = readHtml({ html, url }, { signal });
  const text = await reading.finally(() => clearInterval(ticking));
  expect(text).toMatchObject({
    title: "Big",
    text: expect.stringContaining("word link (https://example.com/x)\n\nword"),
  });
  expect(ticks).toBeGreaterThan(20);
});

test("a page that takes too long to read is a fault", async () => {
  const html = "<p>x</p>".repeat(100_000);
  await expect(readHtml({ html, url }, { signal, timeoutMs: 1 })).rejects.toMatchObject({
    code: "invalid",
    message: `${url} is too large to read.`,
  });
});

test("the signal ends the reading", async () => {
  const reading = readHtml({ html: "<p>x", url }, { signal: AbortSignal.abort() });
  await expect(reading).rejects.toMatchObject({ code: "aborted" });
});
