import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { config } from "@reeve/operations/agent/config";
import { mcp } from "@reeve/operations/agent/mcp";
import { expect, test } from "vitest";
import { serveProtected } from "../src/integrations/mcp/testing/serve-protected.ts";
import { openWith, PATIENCE, reference } from "./kit/open-mcp.ts";

/** The address to which a browser is sent once a person has signed in at `url`. */
async function signIn(url: string | null): Promise<string> {
  const answer = await fetch(url ?? "", { redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

test(
  "a server that is added needs a login, is used after it, and is gone when it is removed",
  { timeout: 60_000 },
  async () => {
    await using far = await serveProtected();
    await using kit = await openWith({});
    await kit.ask(mcp.add, { name: "far", url: far.url });
    const needsLogin = { state: "login", reason: expect.stringContaining("reeve mcp login far") };
    await expect.poll(() => kit.state("far"), PATIENCE).toMatchObject(needsLogin);

    const { url } = await kit.ask(mcp.login, { name: "far" });
    const redirect = await signIn(url);
    const forged = redirect.replace(/state=[^&]+/, "state=another");
    await expect(kit.ask(mcp.login, { name: "far", redirect: forged })).rejects.toMatchObject({
      code: "invalid",
    });
    expect(await kit.ask(mcp.login, { name: "far", redirect })).toMatchObject({
      server: { state: "connected", tools: ["mcp_far_ask"] },
      url: null,
    });
    await kit.say('call mcp_far_ask {"a":1}!');
    await kit.answered(/^Result: .*ask/);

    await kit.ask(mcp.logout, { name: "far" });
    await expect.poll(() => kit.state("far"), PATIENCE).toMatchObject({ state: "login" });
    await kit.ask(mcp.remove, { name: "far" });
    expect(await kit.state("far")).toBeUndefined();
    await kit.say('call mcp_far_ask {"b":2}!');
    await kit.answered(/^Result: .*(no tool|unknown|not exist|There is no)/i);
  },
);

test("a browser on this machine ends the login by itself", PATIENCE, async () => {
  await using far = await serveProtected();
  await using kit = await openWith({ far: { url: far.url } });
  const { url } = await kit.ask(mcp.login, { name: "far" });
  const page = await fetch(await signIn(url));
  expect(await page.text()).toMatch(/signed in/);
  await kit.connected("far", "http");
});

test(
  "tokens are renewed, and when that ends the call says that a login is needed",
  PATIENCE,
  async () => {
    await using far = await serveProtected();
    await using kit = await openWith({ far: { url: far.url } });
    const { url } = await kit.ask(mcp.login, { name: "far" });
    await kit.ask(mcp.login, { name: "far", redirect: await signIn(url) });
    far.revoke(false);
    await kit.say('call mcp_far_ask {"a":1}!');
    await kit.answered(/^Result: .*ask/);
    far.revoke(true);
    await kit.say('call mcp_far_ask {"b":2}!');
    await kit.answered(/^Result: .*needs a login/);
  },
);

test(
  "tokens stay in a private file, and headers of the config at their server",
  PATIENCE,
  async () => {
    await using far = await serveProtected();
    await using kit = await openWith({
      far: { url: far.url, headers: { "x-key": "of the server" } },
    });
    const { url } = await kit.ask(mcp.login, { name: "far" });
    await kit.ask(mcp.login, { name: "far", redirect: await signIn(url) });
    const home = path.join(kit.app.folder, "home");
    const file = path.join(home, "mcp-logins.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toContain("token-1");
    expect(JSON.stringify(kit.app.logged)).not.toMatch(/token-1|refresh-1|code-1/);
    expect(far.server.some(({ headers }) => headers["x-key"] === "of the server")).toBe(true);
    expect(JSON.stringify(far.authorization)).not.toContain("of the server");
    expect(JSON.stringify(far.authorization)).not.toContain("token-1");
  },
);

test(
  "a program is added and connected at once, and its file says what runs",
  PATIENCE,
  async () => {
    await using kit = await openWith({});
    const { command = "", args = [] } = reference("everything");
    const added = { name: "near", command, args: [...args], unsandboxed: true };
    await kit.ask(mcp.add, added);
    await kit.connected("near", "stdio");
    expect(await kit.ask(config.get, { path: "mcp.servers" })).toMatchObject({
      value: { near: { command, sandbox: "off" } },
    });
    await expect(kit.ask(mcp.add, added)).rejects.toMatchObject({ code: "conflict" });
    await expect(kit.ask(mcp.add, { name: "both" })).rejects.toMatchObject({ code: "invalid" });
    await expect(kit.ask(mcp.login, { name: "near" })).resolves.toMatchObject({ url: null });
  },
);
