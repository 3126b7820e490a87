import { expect, test } from "vitest";
import { readHtml } from "./read-html.ts";

const url = "https://example.com/";

test("a page is read in a thread, which does not hold up the process", async () => {
  const html = `<title>Big</title>${"<p>word <a href=/x>link</a></p>".repeat(5_000)}`;
  const reading = readHtml({ html, url }, new AbortController().signal);
  expect(await reading).toMatchObject({ title: "Big", text: expect.stringContaining("word link") });
});

test("a page that is made to break the reader is a fault", async () => {
  const html = "<div>".repeat(200_000);
  const reading = readHtml({ html, url }, new AbortController().signal);
  await expect(reading).rejects.toMatchObject({ code: "invalid" });
});

test("the signal ends the reading", async () => {
  const html = "<div>x".repeat(200_000);
  const reading = readHtml({ html, url }, AbortSignal.abort());
  await expect(reading).rejects.toMatchObject({ code: "aborted" });
});
