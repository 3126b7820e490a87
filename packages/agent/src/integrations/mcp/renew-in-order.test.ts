import { expect, test } from "vitest";
import { renewInOrder } from "./renew-in-order.ts";

/** A server that accepts each refresh token once. */
function openServer({ rotates = true } = {}) {
  let valid = "r1";
  let count = 1;
  return async (_url: string | URL, init?: RequestInit) => {
    const { body } = init ?? {};
    const token = body instanceof URLSearchParams ? body.get("refresh_token") : undefined;
    if (token !== valid) return Response.json({ error: "invalid_grant" }, { status: 400 });
    count += 1;
    if (rotates) valid = `r${count}`;
    return Response.json({ access_token: `a${count}`, refresh_token: valid });
  };
}

function renewal(token: string) {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
  return { method: "POST", body };
}

test("renewals at the same time get one answer; a token that was replaced long ago is refused", async () => {
  const fetch = renewInOrder(openServer());
  const answers = await Promise.all(
    [1, 2, 3].map(async () => (await fetch("http://x.example", renewal("r1"))).json()),
  );
  const first = { access_token: "a2", refresh_token: "r2" };
  expect(answers).toEqual([first, first, first]);
  expect(await (await fetch("http://x.example", renewal("r2"))).json()).toMatchObject({
    refresh_token: "r3",
  });
  expect((await fetch("http://x.example", renewal("r1"))).status).toBe(400);
});

test("a token that stays valid is renewed each time", async () => {
  const fetch = renewInOrder(openServer({ rotates: false }));
  await fetch("http://x.example", renewal("r1"));
  const second = await fetch("http://x.example", renewal("r1"));
  expect(await second.json()).toMatchObject({ access_token: "a3" });
});
