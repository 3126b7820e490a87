import { expect, test } from "vitest";
import { z } from "zod";
import { openReeveCommands } from "./kit/reeve-commands.ts";
import { openReceiver } from "./kit/http/webhook-receiver.ts";

/** Each command is a process of its own. */
const SLOW = { timeout: 120_000 };

test("webhooks are made, tried, changed and removed by commands", SLOW, async () => {
  await using receiver = await openReceiver();
  await using reeve = await openReeveCommands();
  const near = ["--set", "webhooks.allowPrivate=true"];
  const json = async (...args: string[]) => {
    const { out, err, code } = await reeve.run([...args, ...near, "--json"]);
    expect([code, err]).toEqual([0, ""]);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(out));
  };
  const refused = await reeve.run(["webhooks", "create", receiver.url]);
  expect(refused).toMatchObject({ code: expect.any(Number), out: "" });
  expect(refused.err).toContain("127.0.0.1 resolves to 127.0.0.1, which is not a public address");

  const made = await json("webhooks", "create", receiver.url, "--event", "agent.completed");
  const id = String(made["webhook"]);
  expect(made).toMatchObject({
    url: receiver.url,
    events: ["agent.completed"],
    secret: expect.stringMatching(/^whsec_/),
  });
  expect((await reeve.run(["webhooks"])).out).toBe(
    `${id} ${receiver.url} agent.completed (0 sent, 0 waiting, 0 dead)\n`,
  );
  const tested = await reeve.run(["webhooks", "test", id, ...near]);
  expect(tested.out).toMatch(/^Delivered: response 204 \(\d+ ms\)\.\n$/);
  // The receiver knows another secret than the one that was made.
  expect(receiver.forged).toHaveLength(1);

  expect(await json("webhooks", "update", id, "--off", "--rotate")).toMatchObject({
    state: "off",
    secret: expect.stringMatching(/^whsec_/),
  });
  expect((await reeve.run(["webhooks", "remove", id])).out).toBe(
    "The webhook was deleted. It receives no more events.\n",
  );
  expect((await reeve.run(["webhooks"])).out).toBe("There are no webhooks.\n");
  expect((await reeve.run(["webhooks", "create"])).err).toContain(
    "Missing argument: reeve webhooks create",
  );
});

test("hooks are made, changed and removed by commands", SLOW, async () => {
  await using reeve = await openReeveCommands();
  const made = await reeve.run(["hooks", "create", "ci", "--secret", "a-secret-of-my-own"]);
  expect(made.out).toBe(
    "POST /hooks/ci → hook/ci (role guest, trust level stranger, 30 per minute)\nsecret  a-secret-of-my-own  (shown only once)\n",
  );
  const changed = await reeve.run([
    "hooks",
    "update",
    "ci",
    "--role",
    "member",
    "--per-minute",
    "5",
    "--off",
  ]);
  expect(changed.out).toBe(
    "POST /hooks/ci → hook/ci (role member, trust level stranger, 5 per minute, off)\n",
  );
  expect((await reeve.run(["hooks"])).out).toBe(changed.out);
  expect((await reeve.run(["hooks", "remove", "ci"])).out).toBe(
    "The incoming webhook was removed.\n",
  );
  expect((await reeve.run(["hooks"])).out).toBe("There are no incoming webhooks.\n");
  const refused = await reeve.run(["hooks", "create"]);
  expect(refused.err).toContain("Missing argument: reeve incoming-webhooks create");
  const wrong = await reeve.run(["hooks", "create", "ci", "--role", "nobody"]);
  expect(wrong).toMatchObject({ code: refused.code, out: "" });
  expect(wrong.err).toContain("at role");
  const named = await reeve.run(["hooks", "create", "CI", "--secret", "sixteen and a space"]);
  expect(named.err).toContain("it must contain only lowercase letters, digits and -");
  expect(named.err).toContain("it must not contain spaces");
});
