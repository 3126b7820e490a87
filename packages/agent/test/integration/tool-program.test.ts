import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { notes } from "@reeve/operations/memory/notes";
import { approvals } from "@reeve/operations/work/approvals";
import { Fault } from "@reeve/sdk";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { openPrograms } from "../../src/app/tools/open-programs.ts";
import { configSchema } from "../../src/app/config-schema.ts";
import { toId } from "../../src/kernel/ids.ts";
import { resolveHome } from "../../src/platform/home.ts";
import { openTalk, PATIENCE } from "../kit/open-talk.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";

beforeAll(() => installBubblewrap(), 300_000);

async function run(code: string) {
  const root = await mkdtemp("/var/tmp/reeve-program-");
  onTestFinished(() => rm(root, { recursive: true }));
  const home = resolveHome({ REEVE_HOME: root }, root);
  const config = configSchema.parse({ exec: { enabled: true } });
  const asked: string[] = [];
  const call = async (name: string, args: unknown) => {
    asked.push(name);
    if (name === "stop") throw new Fault("conflict", "The turn was stopped.");
    return name === "send"
      ? { error: { code: "denied", message: "send needs approval." } as const }
      : { value: { got: args } };
  };
  const programs = openPrograms({ config, home }).programs?.({
    tenant: "home",
    person: toId("ann"),
    chat: toId("p1"),
    session: toId("s1"),
    call: toId("c1"),
    setting: { role: "owner", kind: "direct" },
    programCalls: { open: async () => ({ call }) },
  });
  const result = await programs
    ?.run(code, AbortSignal.timeout(60_000))
    .catch((error: unknown) => error);
  return { result, asked };
}

test("a program gets what tools return, and returns its own result", async () => {
  const code = `const all = await Promise.all([1, 2, 3].map((n) => tools.read({ n })));
    return all.map(({ got }) => got.n);`;
  expect(await run(code)).toEqual({ result: [1, 2, 3], asked: ["read", "read", "read"] });
});

test.each([
  ["return (await import('node:fs')).readdirSync('/')", "failed"],
  ["await tools.send({}); return 1", "failed: send needs approval."],
  ["await tools.stop({}).catch(() => 0); return 1", "was stopped"],
  ["for (;;) await tools.read({})", "more than 50 calls"],
  ["return 'x'.repeat(2_000_000)", "more than"],
  ["const all = []; for (;;) all.push(new Array(1e6).fill(all.length + 0.5))", "without a result"],
  [
    "process.stdout.write(JSON.stringify({}) + String.fromCharCode(10)); await new Promise(() => {})",
    "own connection",
  ],
])("a program that misbehaves ends with a fault: %s", async (code, words) => {
  const { result } = await run(code);
  expect(String(result)).toContain(words);
});

/** Tries every way out, joins two notes, and stores what it found as a note. */
const CURIOUS = `
  const attempt = (work) => Promise.resolve().then(work).then(() => "open", () => "closed");
  const file = await attempt(() => process.getBuiltinModule("node:fs").readFileSync(FILE));
  const net = await attempt(() => fetch(URL));
  const child = await attempt(() => process.getBuiltinModule("node:child_process").execSync("id"));
  const secret = process.env.HOME?.includes("reeve-app") ?? false;
  const { notes } = await tools.note_list({});
  const remove = await tools.note_delete({ id: notes[0].id }).catch(({ code }) => code);
  await tools.note_create({ text: JSON.stringify({ file, net, child, secret, remove, joined: notes.length }) });
`;

test("a program that a person allowed reaches tools, and nothing else", async () => {
  await using talk = await openTalk({ config: { exec: { enabled: true } } });
  await talk.ask(notes.create, { text: "one" });
  await talk.ask(notes.create, { text: "two" });
  const database = path.join(talk.app.folder, "home", "reeve.db");
  // The scripted model does not read quotation marks within quotation marks.
  const code = CURIOUS.replace("FILE", `"${database}"`)
    .replace("URL", `"${talk.app.url}"`)
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, " ");
  await talk.say(`call tool_program ${JSON.stringify({ code })}!`);
  const [question] = await talk.questions(1);
  expect(question).toMatchObject({ tool: "tool_program", effect: "exec" });
  await talk.ask(approvals.decide, { id: question?.id ?? "", verdict: "allow" });
  const stored = async () => (await talk.ask(notes.list, {})).items.map(({ text }) => text);
  await expect.poll(async () => (await stored()).length, PATIENCE).toBe(3);
  const found = (await stored()).find((text) => text.startsWith("{")) ?? "";
  expect(JSON.parse(found)).toEqual({
    file: "closed",
    net: "closed",
    child: "closed",
    secret: false,
    remove: "denied",
    joined: 2,
  });
});

test("without a sandbox there are no programs", () => {
  const home = resolveHome({ REEVE_HOME: "/nowhere" }, "/nowhere");
  const sectionsOf = (exec: object) => openPrograms({ config: configSchema.parse({ exec }), home });
  expect(sectionsOf({})).toEqual({});
  expect(sectionsOf({ enabled: true, sandbox: "off" })).toEqual({});
  expect(Object.keys(sectionsOf({ enabled: true }))).toEqual(["programs"]);
});
