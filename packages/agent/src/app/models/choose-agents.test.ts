import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentsConfig } from "../../core/config.ts";
import { createModelSwitch } from "../../llm/model-switch.ts";
import { captureLog } from "../../llm/testing/kept-log.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import { openFolder } from "../../platform/folder.ts";
import { chooseAgents } from "./choose-agents.ts";
import { createChooseModel } from "./choose-model.ts";
import { findSoulFiles } from "../open-agent.ts";

const main = { model: createModelSwitch(scriptedModel([])), utility: undefined };
const tools = ["web_fetch", "web_search", "workspace_read"];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reeve-agents-"));
  await mkdir(path.join(root, "souls"));
  await writeFile(path.join(root, "souls/writer.md"), "You write.\n");
});
afterEach(() => rm(root, { recursive: true }));

async function agentsOf(config: Readonly<Record<string, unknown>>) {
  const settings = agentsConfig.parse(config);
  const folder = openFolder(root);
  const log = captureLog();
  const choose = createChooseModel({
    config: { fallback: [], prices: {} },
    configured: "auto",
    env: { OPENAI_API_KEY: "none" },
    clock: { now: () => 0 },
    log,
  });
  const soulFiles = await findSoulFiles(settings, folder);
  return chooseAgents(settings, {
    main,
    choose,
    utilityModel: undefined,
    folder,
    soulFiles,
    tools,
    log,
  });
}

test("an agent of which nothing is said is the main one under another name", async () => {
  expect(await agentsOf({ twin: {} })).toEqual([{ name: "twin", ...main, budgets: {}, chats: [] }]);
});

test("agents keep the config's order and what it says of them", async () => {
  const [writer, guest] = await agentsOf({
    writer: {
      soul: "souls/writer.md",
      model: "openai/gpt-5.5",
      budgets: { steps: 9, tokensPerDay: 1000, costPerDay: "0.50" },
      chats: ["cli:writing"],
    },
    guest: { soul: "You greet.", deny: ["web_*"] },
  });

  expect(await writer?.readSoul?.()).toBe("You write.");
  expect(writer).toMatchObject({
    name: "writer",
    model: { id: "openai/gpt-5.5" },
    budgets: { steps: 9, tokensPerDay: 1000, costNanoPerDay: 500_000_000n },
    chats: ["cli:writing"],
  });
  expect(writer?.rules).toBe(undefined);
  expect(await guest?.readSoul?.()).toBe("You greet.");
  expect(guest?.model).toBe(main.model);
  expect(guest?.rules).toEqual({ agent: "guest", allow: undefined, deny: ["web_*"] });
});

test("agents of the same soul and tools are of one character, whatever else they have", async () => {
  const characters = (
    await agentsOf({
      plain: {},
      quick: { model: "openai/gpt-5.5", budgets: { steps: 1 } },
      terse: { soul: "Terse." },
      terser: { soul: "Terse.", model: "openai/gpt-5.5" },
      careful: { soul: "Terse.", deny: ["web_*"] },
      reader: { allow: ["workspace_*"] },
    })
  ).map(({ character }) => character);
  const [plain, quick, terse, terser, careful, reader] = characters;
  expect([plain, quick]).toEqual([undefined, undefined]);
  expect(terser).toBe(terse);
  expect(new Set([plain, terse, careful, reader]).size).toBe(4);
});

test.each([
  [
    { a: { allow: ["web_*", "web_fetsh"] } },
    { code: "invalid", message: 'agents.a.allow: no tool named "web_fetsh".' },
    "Did you mean web_fetch?",
  ],
  [
    { a: { deny: ["email_*"] } },
    { code: "invalid", message: 'agents.a.deny: no tool named "email_*".' },
    "List the tools: reeve tools list",
  ],
  [
    { a: { soul: "souls/reader.md" } },
    {
      code: "missing",
      message: "agents.a.soul: File not found in the workspace: souls/reader.md",
    },
    "Create the file, or set `soul` to the text itself.",
  ],
  [
    { a: { model: "opnai/gpt-5.5" } },
    { code: "missing", message: expect.stringMatching(/^agents\.a\.model: .*"opnai"/) },
    expect.stringContaining("openai"),
  ],
  [
    { a: { model: "anthropic" } },
    { code: "denied", message: "agents.a.model: No API key for anthropic." },
    expect.stringContaining("ANTHROPIC_API_KEY"),
  ],
])("what cannot be is said with the setting's name: %#", async (config, fault, hint) => {
  await expect(agentsOf(config)).rejects.toMatchObject({ ...fault, hint });
});

test.each([
  [{ main: {} }, '"main" is reserved for the agent configured in the `agent` section'],
  [{ Writer: {} }, "its name must have only lowercase letters, digits, - and _"],
  [{ a: { chats: ["home"] } }, "it must be direct, group, channel, or a channel and a chat"],
  [{ a: { budgets: { costPerDay: 0.5 } } }, 'it must be dollars in quotes, such as "0.50"'],
  [{ a: { modle: "openai" } }, 'Unrecognized key: "modle"'],
])("the config refuses what it does not know: %#", (config, message) => {
  const refused = agentsConfig.safeParse(config);
  expect(refused.error && JSON.stringify(refused.error.issues)).toContain(
    JSON.stringify(message).slice(1, -1),
  );
});
