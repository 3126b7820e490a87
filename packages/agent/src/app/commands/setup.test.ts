import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type MockServer, startMockServer } from "../../llm/testing/mock-server.ts";
import { VirtualTerminal } from "../../channels/cli/testing/virtual-terminal.ts";
import { run } from "./setup.ts";
import { attempt } from "../../kernel/attempt.ts";

const KEY = "sk-secret-1";
const UNTOUCHED = "# mine\nagent:\n  maxSteps: 7 # enough\n";

let home: string;
let file: string;
let server: MockServer;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "reeve-setup-command-"));
  file = path.join(home, "config.yaml");
  server = await startMockServer({ models: ["qwen3:8b", "llama3"] });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const written = () => readFile(file, "utf8");
const groq = () => ["--provider", "groq", "--base-url", `${server.url}/v1`];

/** Runs the command over a pipe; what it printed is there even if it fails. */
async function setup(args: readonly string[], answers = "", env: Record<string, string> = {}) {
  const stdout = new PassThrough();
  const ended = await attempt(
    run(args, {
      signal: new AbortController().signal,
      env: { REEVE_HOME: home, HOME: home, TZ: "UTC", ...env },
      stdin: new PassThrough().end(answers),
      stdout,
      stderr: new PassThrough(),
    }),
  );
  return { ended, out: String(stdout.read() ?? "") };
}

function openTerminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new VirtualTerminal(200), { isTTY: true });
  return { stdin, stdout, sees: (text: string) => stdout.until((shown) => shown.includes(text)) };
}

test("writes what a pipe answers line by line, once the model has answered", async () => {
  await writeFile(file, UNTOUCHED);
  const { ended, out } = await setup(
    ["--base-url", `${server.url}/v1`],
    `6\n${KEY}\n2\nAnn Lee\nberlin\nyes\n`,
  );
  expect(ended).toEqual({ status: "fulfilled", value: 0 });
  expect(await written()).toBe(
    `# mine\nagent:\n  maxSteps: 7 # enough\n  model: groq/openai/gpt-oss-20b\n  ownerName: Ann Lee\n  timeZone: Europe/Berlin\nmodels:\n  baseUrl: ${server.url}/v1\n  apiKey: ${KEY}\n`,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(out).not.toContain(KEY);
  const [request] = server.requests;
  expect(request?.headers["authorization"]).toBe(`Bearer ${KEY}`);
  expect(request?.body).toMatchObject({ model: "openai/gpt-oss-20b", max_completion_tokens: 16 });
});

test("says what was found and takes the environment's key without writing it", async () => {
  const { ended, out } = await setup(["--base-url", `${server.url}/v1`, "--yes"], "", {
    GROQ_API_KEY: KEY,
  });
  expect(ended).toEqual({ status: "fulfilled", value: 0 });
  expect(out).toContain("Found on this machine:\n  a key for groq, in GROQ_API_KEY\n");
  expect(out).toMatch(/^ {2}key +stays in GROQ_API_KEY$/m);
  expect(out).not.toContain(KEY);
  expect(await written()).toMatch(/^agent:\n {2}model: groq\/openai\/gpt-oss-120b\n/);
  expect(await written()).not.toContain("apiKey");
});

test("writes the key of a variable that was named", async () => {
  await setup([...groq(), "--key-env", "MINE", "--model", "llama", "--yes"], "", { MINE: KEY });
  expect(await written()).toContain("  model: groq/llama-3.3-70b-versatile\n");
  expect(await written()).toContain(`  apiKey: ${KEY}\n`);
});

test("takes the built-in model where nothing is chosen and nobody is asked", async () => {
  await setup(["--provider", "offline", "--yes"]);
  expect(await written()).toMatch(/^agent:\n {2}model: offline\/rules\n {2}ownerName: Owner\n/);
  expect(server.requests).toEqual([]);
});

test("changes nothing when the key is refused and nobody is asked", async () => {
  await writeFile(file, UNTOUCHED);
  server.push({ refusal: { status: 401, message: `No such key: ${KEY}` } });
  const { ended } = await setup([...groq(), "--yes"], "", { GROQ_API_KEY: KEY });
  expect(ended).toMatchObject({
    status: "rejected",
    reason: {
      code: "denied",
      message: "groq rejected the API key (401): No such key: •••",
      hint: "Check that the key is complete, belongs to this provider and has not been revoked.",
    },
  });
  expect(await written()).toBe(UNTOUCHED);
});

test("offers to try again, to choose again and to go on untested", async () => {
  const refusal = { status: 401, message: "No." };
  server.push({ refusal }, { refusal }, { refusal });
  await setup(groq(), `${KEY}\n\nagain\nchoose\n\nother-key\n2\nkeep\n\n\n\n`);
  expect(
    server.requests.map(({ headers, body }) => [headers["authorization"], body["model"]]),
  ).toEqual([
    [`Bearer ${KEY}`, "openai/gpt-oss-120b"],
    [`Bearer ${KEY}`, "openai/gpt-oss-120b"],
    ["Bearer other-key", "openai/gpt-oss-20b"],
  ]);
  expect(await written()).toContain("  model: groq/openai/gpt-oss-20b\n");
  expect(await written()).toContain("  apiKey: other-key\n");
});

test("keeps a key that was typed when only the model is chosen again", async () => {
  server.push({ refusal: { status: 404, message: "No such model." } });
  await setup(groq(), `${KEY}\nnonsense\n2\n\n\n2\n\n\n\n`);
  expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([
    `Bearer ${KEY}`,
    `Bearer ${KEY}`,
  ]);
  expect(await written()).toContain(`  apiKey: ${KEY}\n`);
});

test("takes the key and the address of another provider out", async () => {
  await writeFile(
    file,
    `agent:\n  model: groq/m\nmodels:\n  baseUrl: ${server.url}/v1\n  apiKey: ${KEY} # mine\n  fallback: []\n`,
  );
  await setup([], "offline\nAnn\nUTC\n\n");
  expect(await written()).toBe(
    "agent:\n  model: offline/rules\n  ownerName: Ann\n  timeZone: UTC\nmodels:\n  fallback: []\n",
  );
});

test("does not send a key to another address than the one it was set for", async () => {
  await writeFile(file, `agent:\n  model: groq/m\nmodels:\n  apiKey: ${KEY}\n`);
  const { ended } = await setup([...groq(), "--yes"]);
  expect(ended).toMatchObject({ status: "rejected", reason: { code: "denied" } });
  expect(server.requests).toEqual([]);
});

test("keeps what is set when every answer is empty", async () => {
  const before = `agent:\n  model: groq/llama-3.3-70b-versatile\n  ownerName: Ann\n  timeZone: Asia/Tokyo\nmodels:\n  apiKey: ${KEY}\n  baseUrl: ${server.url}/v1\n`;
  await writeFile(file, before);
  await setup([], "\n".repeat(6));
  expect(await written()).toBe(before);
});

test("asks a server of one's own for its models", async () => {
  await setup([], `local\n${server.url}/v1/\n\n2\n\n\n\n`);
  expect(await written()).toContain("  model: local/llama3\n");
  expect(await written()).toContain(`models:\n  baseUrl: ${server.url}/v1\n`);
  expect(server.requests[0]?.body).toMatchObject({ model: "llama3" });
});

test("tells the vendor's terms first, and takes no for an answer unless told otherwise", async () => {
  const { out, ended } = await setup([], "claude-code\n\noffline\n\n\n\n");
  expect(ended).toEqual({ status: "fulfilled", value: 0 });
  expect(out).toContain(
    "The vendor's terms restrict such tokens to its own product, and the API may refuse them.\nUse it anyway? [no]: ",
  );
  expect(await written()).toContain("  model: offline/rules\n");
});

test("asks again where an answer does not fit", async () => {
  const { out } = await setup([], "grok\n99\noffline\n\nAtlantis\nTokyo\nperhaps\n\n");
  expect(out).toContain('"grok" is not in the list.\n  Did you mean groq?\n');
  expect(out).toContain('"99" is not in the list.\n');
  expect(out).toContain('"Atlantis" is not a known time zone.\n');
  expect(out).toContain('Expected yes or no, got "perhaps".\n');
  expect(await written()).toContain("  timeZone: Asia/Tokyo\n");
});

test.each([
  ["the answers end", `groq\n${KEY}\n`],
  ["the last answer is no", "offline\n\n\nno\n"],
])("changes nothing when %s", async (_when, answers) => {
  await writeFile(file, UNTOUCHED);
  const { ended } = await setup([], answers);
  expect(ended).toMatchObject({
    status: "rejected",
    reason: { code: "aborted", message: "Nothing was changed." },
  });
  expect(await written()).toBe(UNTOUCHED);
});

test("says which variables go before the file", async () => {
  const { out } = await setup(["--provider", "offline", "--yes"], "", {
    REEVE_AGENT_MODEL: "groq/m",
  });
  expect(out).toContain("Note: REEVE_AGENT_MODEL is set and overrides agent.model in the file.\n");
});

test.each([
  [["--provider", "grok"], "missing", /Did you mean "groq"\?/],
  [["--provider", "groq", "--key-env", "NONE"], "missing", /NONE=… reeve setup --key-env NONE/],
  [["--provider", "groq", "--base-url", "nowhere", "--yes"], "invalid", /Example: http/],
  [["--provider", "groq", "--yes"], "denied", /set GROQ_API_KEY/],
])("refuses %j with a hint", async (args, code, hint) => {
  const { ended } = await setup(args);
  expect(ended).toMatchObject({
    status: "rejected",
    reason: { code, hint: expect.stringMatching(hint) },
  });
});

test("never shows a key that is typed at a terminal, or pasted ahead", async () => {
  const { stdin, stdout, sees } = openTerminal();
  const signal = new AbortController().signal;
  const env = { REEVE_HOME: home, HOME: home };
  const ended = run(["--base-url", `${server.url}/v1`], {
    signal,
    env,
    stdin,
    stdout,
    stderr: new PassThrough(),
  });
  await sees("Provider (number or name)");
  stdin.write(`groq\r${KEY}\r`);
  await sees("Model (number or name)");
  stdin.write("\r");
  await sees("What should the agent call you?");
  stdin.write("Ann\r");
  await sees("Your time zone");
  stdin.write("\r");
  await sees("Save this to");
  stdin.write("\r");
  expect(await ended).toBe(0);
  expect(stdout.shown).toContain("What should the agent call you? [Owner]: Ann\n");
  expect(stdout.shown).not.toContain(KEY);
  expect(await written()).toContain(`apiKey: ${KEY}\n`);
});

test.each(["API key for groq", "Testing groq"])("Ctrl-C at %j changes nothing", async (chat) => {
  await writeFile(file, UNTOUCHED);
  const never = Promise.withResolvers<void>();
  server.push({ hold: never.promise });
  const { stdin, stdout, sees } = openTerminal();
  const ended = run(groq(), {
    signal: new AbortController().signal,
    env: { REEVE_HOME: home, HOME: home },
    stdin,
    stdout,
    stderr: new PassThrough(),
  });
  await sees("API key for groq");
  if (chat !== "API key for groq") stdin.write(`${KEY}\r\r`);
  await sees(chat);
  stdin.write("\u0003");
  await expect(ended).rejects.toMatchObject({ code: "aborted", message: "Nothing was changed." });
  expect(await written()).toBe(UNTOUCHED);
});

test("asks for a bot's token and the owner's id, and writes them once Telegram knows the bot", async () => {
  await writeFile(file, UNTOUCHED);
  const telegram = createServer((request, response) => {
    const isKnown = request.url === "/bot42:right/getMe";
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    const bot = { id: 42, is_bot: true, first_name: "Reeve", username: "reeve_bot" };
    const refusal = { ok: false, error_code: 401, description: "Unauthorized" };
    response.end(JSON.stringify(isKnown ? { ok: true, result: bot } : refusal));
  });
  telegram.listen(0, "127.0.0.1");
  await once(telegram, "listening");
  const address = telegram.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { ended, out } = await setup(
    ["telegram"],
    "nonsense\n42:wrong\n42:right\nann\n1001, 1002\n",
    { REEVE_CHANNELS_TELEGRAM_BOT_API_ROOT: `http://127.0.0.1:${port}` },
  );
  telegram.close();
  telegram.closeAllConnections();
  await once(telegram, "close");
  expect(ended).toEqual({ status: "fulfilled", value: 0 });
  expect(out).toContain("This is not a valid bot token.");
  expect(out).toContain("Telegram rejected the bot token: Unauthorized");
  expect(out).toContain("Found @reeve_bot.");
  expect(out).toContain("A Telegram id is a number, such as 123456789.");
  expect(out).toContain("If there are several owners, each has separate notes and memory.");
  expect(out).not.toContain("42:right");
  expect(await written()).toBe(
    `${UNTOUCHED}channels:\n  telegramBot:\n    token: 42:right\n    owners:\n      - 1001\n      - 1002\n`,
  );
});
