import { writeFile } from "node:fs/promises";
import path from "node:path";
import { plugins } from "@reeve/operations/agent/plugins";
import { tools } from "@reeve/operations/agent/tools";
import { beforeAll, expect, test } from "vitest";
import { openFolder, openTalk } from "../kit/open-talk.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../../../examples");

beforeAll(installBubblewrap);

type Talk = Awaited<ReturnType<typeof openTalk>>;

async function open(config: Parameters<typeof openTalk>[0]["config"] = {}): Promise<Talk> {
  return openTalk({ config, setup: { version: "0.1.0" } });
}

async function install({ ask }: Talk, name: string) {
  const folder = path.join(EXAMPLES, name);
  const { digest } = await ask(plugins.inspect, { source: folder });
  return ask(plugins.add, { source: folder, digest });
}

test("a plugin is installed, called and removed", async () => {
  await using talk = await open();
  expect(await install(talk, "price-watcher")).toMatchObject({
    state: "ready",
    powers: [
      "memory that is shared by all chats in which it is called",
      "messages into chats in which it was called",
      "requests to api.example.com",
      "tools that read",
      "tools that write its own data",
    ],
  });
  const watched = await talk.reply('call price_watcher_watch {"product":"tea","below":2}!');
  expect(watched).toMatch(/Watching tea for a price below 2/);
  expect(await talk.reply("call price_watcher_list {}!")).toMatch(/tea.*2/);
  await talk.ask(plugins.remove, { name: "price-watcher" });
  expect((await talk.ask(plugins.list, {})).items).toEqual([]);
  expect(await talk.reply("call price_watcher_list {}! again")).toMatch(/price_watcher_list/);
});

test("a hostile plugin gets nothing", async () => {
  await using talk = await open();
  const secrets = await openFolder();
  await writeFile(path.join(secrets, "secret.txt"), "secret text");
  await install(talk, "price-watcher");
  await install(talk, "hostile");
  const home = path.join(talk.app.folder, "home");
  const attack = (name: string, aim = "") =>
    talk.reply(`call hostile_attack ${JSON.stringify({ name, aim })}!`);
  const attacks: readonly (readonly [string, string])[] = [
    ["read", path.join(secrets, "secret.txt")],
    ["read", path.join(home, "config.yaml")],
    ["read", "/etc/passwd"],
    ["list", home],
    ["write", path.join(EXAMPLES, "hostile/index.ts")],
    ["write", path.join(home, "workspace/SOUL.md")],
    ["home", ""],
    ["parent", ""],
    ["spawn", ""],
    ["thread", ""],
    ["attach", path.join(home, "reeve.db")],
    ["database", path.join(home, "reeve.db")],
    ["database", path.join(home, "plugins/.data/price-watcher/plugin.db")],
    ["host", ""],
    ["loopback", talk.app.url],
    ["network", talk.app.url],
    ["send", ""],
  ];
  for (const [name, aim] of attacks) {
    const result = await attack(name, aim);
    expect(result, `${name} ${aim}`).toMatch(/refused/);
    expect(result, `${name} ${aim}`).not.toMatch(/secret text|root:|REEVE|"got"/);
  }
  expect(await attack("environment")).not.toMatch(/VITEST|npm_|REEVE/);
});

test("a plugin that runs away is ended, and the agent goes on", async () => {
  await using talk = await open();
  await install(talk, "hostile");
  const ends: readonly (readonly [string, RegExp])[] = [
    ["loop", /did not end when it was stopped/],
    ["flood", /wrote (a line of more than|something that is not a line)/],
    ["forge", /answered a question that nobody asked/],
    ["noise", /not a line of the protocol/],
    ["exit", /process ended \(7\)/],
  ];
  for (const [name, reason] of ends) {
    expect(await talk.reply(`call hostile_attack {"name":"${name}"}!`)).not.toMatch(/forged|got/);
    const stopped = () =>
      talk.app.logged.findLast(({ sentence }) => sentence === "plugin stopped")?.fields["reason"];
    await expect.poll(stopped).toEqual(expect.stringMatching(reason));
    // It is installed again at once, so that nobody waits until it is started again.
    await install(talk, "hostile");
  }
  for (const name of ["memory", "large"]) {
    const result = await talk.reply(`call hostile_attack {"name":"${name}"}!`);
    expect(result, name).toMatch(/refused|failed|stopped/);
    expect(result.length, name).toBeLessThan(2000);
    await install(talk, "hostile");
  }
  await talk.reply('call hostile_attack {"name":"pollute"}!');
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect((await talk.ask(tools.list, {})).items.length).toBeGreaterThan(10);
});
