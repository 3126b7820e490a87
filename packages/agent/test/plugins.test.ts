import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { plugins } from "@reeve/operations/agent/plugins";
import { expect, test } from "vitest";
import { openFolder, openTalk, PATIENCE } from "./kit/open-talk.ts";

/** Plugins outside of a sandbox, which not every machine has; `integration/plugins.test.ts` has them in one. */
const EXAMPLES = path.resolve(import.meta.dirname, "../../../examples");
const LONG = { timeout: 60_000 };

type Talk = Awaited<ReturnType<typeof openTalk>>;

interface OpenOptions {
  readonly folder?: string;
  readonly isHot?: boolean;
}

async function open({ folder, isHot = false }: OpenOptions = {}): Promise<Talk> {
  const trusted = ["price-watcher", "greeter"];
  return openTalk({
    config: { plugins: { trusted, hotReload: isHot } },
    setup: { version: "0.1.0" },
    ...(folder !== undefined && { folder }),
  });
}

async function install({ ask }: Talk, folder: string, { link = false } = {}) {
  const { digest } = await ask(plugins.inspect, { source: folder });
  return ask(plugins.add, { source: folder, digest, link });
}

/** A plugin whose tool says what the file says. */
async function writeGreeter(text: string, more = ""): Promise<string> {
  const folder = path.join(await openFolder(), "greeter");
  await cp(path.join(EXAMPLES, "price-watcher"), folder, { recursive: true });
  const manifest = await readFile(path.join(folder, "package.json"), "utf8");
  await writeFile(
    path.join(folder, "package.json"),
    manifest.replace("price-watcher", "greeter").replace('"messages": true', '"messages": false'),
  );
  await writeFile(path.join(folder, "index.ts"), greeter(text, more));
  return folder;
}

function greeter(text: string, more = ""): string {
  return `import { definePlugin, defineTool, z } from "@reeve/sdk/plugin";
export default definePlugin({
  tools: [
    defineTool({ name: "greet", summary: "Greet.", effect: "read", params: z.object({}), run: () => "${text}" }),
    ${more}
  ],
});
`;
}

const state = async ({ ask }: Talk) => (await ask(plugins.list, {})).items[0];

test("what a person approved stays, also over a restart", LONG, async () => {
  const folder = await openFolder();
  const source = await writeGreeter("Hello");
  {
    await using talk = await open({ folder });
    expect(await install(talk, source)).toMatchObject({ name: "greeter", state: "ready" });
    expect(await talk.reply("call greeter_greet {}!")).toMatch(/Hello/);
  }
  await using talk = await open({ folder });
  await expect.poll(() => state(talk), PATIENCE).toMatchObject({ state: "ready" });
  expect(await talk.reply("call greeter_greet {}!")).toMatch(/Hello/);
});

test("files that changed after the approval are refused, and say why", LONG, async () => {
  const folder = await openFolder();
  const source = await writeGreeter("Hello");
  {
    await using talk = await open({ folder });
    await install(talk, source);
  }
  await writeFile(path.join(folder, "home/plugins/greeter/index.ts"), greeter("Owned"));
  await using talk = await open({ folder });
  await expect
    .poll(() => state(talk), PATIENCE)
    .toMatchObject({ state: "refused", reason: expect.stringMatching(/changed since/) });
  expect(await talk.reply("call greeter_greet {}!")).toMatch(
    /the plugin greeter, which may not run/,
  );
});

test("only what was shown is installed", LONG, async () => {
  await using talk = await open();
  const source = await writeGreeter("Hello");
  const { digest, powers, added } = await talk.ask(plugins.inspect, { source });
  expect(added).toEqual(powers);
  await writeFile(path.join(source, "index.ts"), greeter("Owned"));
  await expect(talk.ask(plugins.add, { source, digest })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await state(talk)).toBeUndefined();
});

test("a tool with an effect that is not declared is refused", LONG, async () => {
  await using talk = await open();
  const more = `defineTool({ name: "pay", summary: "Pay.", effect: "pay", params: z.object({}), run: () => 1 }),`;
  const source = await writeGreeter("Hello", more);
  await expect(talk.ask(plugins.inspect, { source })).rejects.toThrow(/effect pay/);
});

test("a linked plugin is loaded again; one that fails leaves the old one", LONG, async () => {
  await using talk = await open({ isHot: true });
  const source = await writeGreeter("Hello");
  const main = path.join(source, "index.ts");
  await install(talk, source, { link: true });
  expect(await talk.reply("call greeter_greet {}!")).toMatch(/Hello/);
  const before = talk.prompts().at(-1);

  await replaceFile(main, "export default 5 5;");
  const failed = () =>
    talk.app.logged.some(({ sentence }) => /was not loaded again/.test(sentence));
  await expect.poll(failed, PATIENCE).toBe(true);
  expect(await talk.reply("call greeter_greet {}!")).toMatch(/Hello/);

  await replaceFile(main, greeter("Ahoy"));
  const greeted = async () => talk.reply("call greeter_greet {}!");
  await expect.poll(greeted, PATIENCE).toMatch(/Ahoy/);
  expect(talk.prompts().at(-1)).toBe(before);
});

test("powers that a linked plugin adds are refused until they are approved", LONG, async () => {
  await using talk = await open({ isHot: true });
  const source = await writeGreeter("Hello");
  await install(talk, source, { link: true });
  const file = path.join(source, "package.json");
  const manifest = await readFile(file, "utf8");
  await replaceFile(file, manifest.replace("api.example.com", "evil.example.net"));
  const reason = () =>
    talk.app.logged.find(({ sentence }) => /was not loaded again/.test(sentence))?.fields["reason"];
  await expect.poll(reason, PATIENCE).toMatch(/powers that nobody approved: evil.example.net/);
});

/** In one step, as editors do it. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.tmp`, text);
  await rename(`${file}.tmp`, file);
}

const CALLER = `import { definePlugin, defineTool, z } from "@reeve/sdk/plugin";
export default definePlugin({
  tools: [
    defineTool({
      name: "greet",
      summary: "Note the chat.",
      effect: "write",
      params: z.object({}),
      run: (_params, { chat, storage }) => storage.set("chat", chat),
    }),
  ],
  schedules: [
    {
      name: "tick",
      everySeconds: 3600,
      async run({ storage, messages, log }) {
        const chat = storage.get("chat");
        if (chat === undefined) return;
        await messages.send(chat, { text: "The tick.", key: "1" });
        log.warn("sent");
      },
    },
  ],
});
`;

test("a schedule writes to the chat of an earlier call, once per key", LONG, async () => {
  const folder = await openFolder();
  const source = await writeGreeter("");
  await writeFile(path.join(source, "index.ts"), CALLER);
  const manifest = path.join(source, "package.json");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace('"messages": false', '"messages": true'));
  {
    await using talk = await open({ folder });
    await install(talk, source);
    await talk.reply("call greeter_greet {}!");
  }
  for (let start = 1; start <= 2; start++) {
    await using talk = await open({ folder });
    const isSent = () => talk.app.logged.some(({ fields }) => fields["text"] === "sent");
    await expect.poll(isSent, PATIENCE).toBe(true);
    expect((await talk.said()).filter((said) => said === "The tick.")).toHaveLength(1);
  }
});

test("a plugin that ends is started again, and the agent goes on", LONG, async () => {
  await using talk = await open();
  const source = await writeGreeter("Hello", CRASH);
  await install(talk, source);
  expect(await talk.reply("call greeter_crash {}!")).toMatch(/stopped: Its process ended \(7\)/);
  const greeted = () => talk.reply("call greeter_greet {}!");
  await expect.poll(greeted, PATIENCE).toMatch(/Hello/);
});

const CRASH = `defineTool({ name: "crash", summary: "End.", effect: "read", params: z.object({}), run: () => process.exit(7) }),`;

test("an author gets from nothing to a tool in three commands", LONG, async () => {
  const cwd = await openFolder();
  const home = path.join(cwd, "home");
  const reeve = async (...args: string[]) => {
    const env = { ...process.env, REEVE_HOME: home, NODE_TEST_CONTEXT: undefined };
    const { stdout } = await run(process.execPath, [MAIN, ...args], { cwd, env });
    return stdout;
  };
  await reeve("config", "set", "plugins.trusted", '["price-tags"]');
  expect(await reeve("plugin", "new", "price-tags")).toContain("reeve plugin test price-tags");
  expect(await reeve("plugin", "test", "price-tags")).toMatch(/pass 1/);
  expect(await reeve("plugin", "add", "price-tags", "--yes")).toMatch(/price_tags_greet.*ready/s);
  expect(await reeve("plugin", "doctor")).toContain("All plugins are ready.");
});

const MAIN = path.resolve(import.meta.dirname, "../src/main.ts");
const run = promisify(execFile);

test.each(["price-watcher", "moderation", "keyboard-app", "game"])(
  "the example %s passes its own test",
  LONG,
  async (name) => {
    const { stdout } = await run(
      process.execPath,
      [MAIN, "plugin", "test", path.join(EXAMPLES, name)],
      {
        env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      },
    );
    expect(stdout).toMatch(/fail 0/);
  },
);
