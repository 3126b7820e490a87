import { createServer } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { z } from "zod";
import { openReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

const made = z.object({ id: z.string(), token: z.string() });
const link = z.object({ url: z.string() });

test(
  "a token that a command made opens the API that a start serves",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    expect((await reeve.run(["tokens"])).out).toBe(
      "There are no tokens. Create one: reeve tokens create <name> --scope chat\n",
    );
    const created = await reeve.run([
      "tokens",
      "create",
      "my",
      "phone",
      "--scope",
      "admin",
      "--days",
      "2",
      "--json",
    ]);
    const { id, token } = made.parse(JSON.parse(created.out));
    const early = await reeve.run(["open"]);
    expect([early.code, early.err]).toEqual([1, expect.stringContaining("reeve start")]);

    const running = reeve.begin(["start"]);
    await running.until("ready");
    const { url } = link.parse(JSON.parse((await reeve.run(["open", "--json"])).out));
    const { origin } = new URL(url);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${origin}/v1/me`, { headers })).status).toBe(200);
    const entered = await fetch(url, { redirect: "manual" });
    expect([entered.status, entered.headers.getSetCookie().length]).toEqual([303, 2]);

    const listed = await reeve.run(["tokens", "list"]);
    expect(listed.out).toMatch(
      new RegExp(`^${id}  my phone \\(admin\\) for Owner, used .*, until `),
    );
    expect((await reeve.run(["tokens", "revoke", id])).out).toBe("The token was revoked.\n");
    expect((await fetch(`${origin}/v1/me`, { headers })).status).toBe(401);
    const twice = await reeve.run(["tokens", "revoke", id]);
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining(`Token not found: ${id}`)]);

    running.kill("SIGTERM");
    expect((await running.ended).code).toBe(0);
  },
);

test(
  "a port that is taken stops neither the start nor the terminal",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await using taken = createServer();
    const listening = once(taken, "listening");
    taken.listen(0, "127.0.0.1");
    await listening;
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);

    const running = reeve.begin(["start", "--set", `http.port=${port}`]);
    await running.until("ready");
    const opened = await reeve.run(["open"]);
    expect([opened.code, opened.err]).toEqual([
      1,
      expect.stringContaining(`Port ${port} on 127.0.0.1 is already in use.`),
    ]);
    expect(opened.err).toContain(`reeve config set http.port ${port + 1}`);
    const { out } = await reeve.run(["chat"], "hello\n");
    expect(out).not.toBe("");
    running.kill("SIGTERM");
    expect((await running.ended).code).toBe(0);
  },
);
