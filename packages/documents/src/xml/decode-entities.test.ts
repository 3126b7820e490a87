import { expect, test } from "vitest";
import { decodeEntities } from "./decode-entities.ts";

test("names and numbers become their characters, once", () => {
  expect(decodeEntities("a &amp; b &#8211; c &#x27;d&#39; &Uuml;ber &amp;lt;")).toBe(
    "a & b – c 'd' Über &lt;",
  );
});

test("what is no entity stays as it is", () => {
  expect(decodeEntities("AT&T &nobody; &#0; &#xD800; &#x110000; R&D;")).toBe(
    "AT&T &nobody; &#0; &#xD800; &#x110000; R&D;",
  );
});
