import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { CHANNEL_NAMES } from "../src/app/channels.gen.ts";
import { startMockServer } from "../src/llm/testing/mock-server.ts";
import { type Ended, openReeveCommands } from "./kit/reeve-commands.ts";
import { openTypist } from "./kit/fake-terminal-user.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

const ID = /\b[1-9A-HJ-NP-Za-km-z]{22}\b/;

function succeeded(out: string): Ended {
  return { code: 0, out, err: "" };
}

function idIn(text: string): string {
  return ID.exec(text)?.[0] ?? "";
}

test(
  "a message in a pipe is answered as text, or as events, and remembered",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();

    const spoken = await reeve.run(["chat"], "calculate 2^10\n");
    expect(spoken).toEqual(succeeded("2^10 = 1024\n"));

    const told = await reeve.run(["chat", "--json"], "calculate 2^10");
    const events = told.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(events.map(({ type }) => type).filter((type) => type !== "text-delta")).toEqual([
      "message-accepted",
      "turn-start",
      "think-start",
      "tool-start",
      "tool-end",
      "think-start",
      "turn-end",
    ]);
    expect(events.at(-1).reply).toEqual([{ type: "text", text: "2^10 = 1024" }]);

    const sessions = await reeve.run(["sessions"]);
    expect(sessions.out.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^\S{22} {2}cli\/main #1 .* open {3}2 turns, \d+ tokens$/),
    ]);

    expect(await reeve.run(["chat"], " \n")).toEqual({
      code: 2,
      out: "",
      err: 'reeve: The input is empty.\nTry: echo "hello" | reeve chat\n',
    });
  },
);

test(
  "a call that needs a word is left open, decided elsewhere, and then done once",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["chat"], "note: call Ann on Friday");

    const asked = await reeve.run(["chat"], "delete the note about Ann");
    const approval = idIn(asked.out);
    expect(asked.code).toBe(3);
    expect(asked.out).toMatch(
      /^Permanently delete the note .*\n {2}note_delete .*\n {2}To allow it: reeve approvals allow /,
    );
    expect((await reeve.run(["approvals"])).out).toMatch(new RegExp(`^${approval}\n`));
    expect((await reeve.run(["chat"], "list my notes")).out).toContain("call Ann on Friday");

    expect(await reeve.run(["approvals", "allow", approval])).toEqual(
      succeeded("Recorded. The agent continues when you start it: reeve start\n"),
    );
    expect(await reeve.run(["approvals", "allow", approval])).toMatchObject({
      code: 1,
      out: "This approval was already decided or has expired.\n",
    });
    expect((await reeve.run(["why", approval])).out).toMatch(/\nnow {6}queued\n$/);

    // The first message may join the turn that the decision continues.
    const first = await reeve.run(["chat"], "list my notes");
    expect(first.out).toMatch(/^(Done: the note is deleted\.\n\n)?You have no notes yet\.\n$/);
    expect((await reeve.run(["chat"], "list my notes")).out).toBe("You have no notes yet.\n");
    const why = await reeve.run(["why", approval]);
    expect(why).toMatchObject({ code: 0, err: "" });
    expect(why.out).toMatch(
      new RegExp(
        `call {3}note_delete .* destroy, allow, settled under approval ${approval} → value `,
      ),
    );
    expect(why.out).toMatch(/\nnow {6}answered\n$/);
    expect((await reeve.run(["approvals"])).out).toBe("No pending approvals.\n");
  },
);

test(
  "an agent in the background is found, refuses a second one, and stops",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    expect(await reeve.run(["status"])).toEqual({ code: 1, out: "Not running.\n", err: "" });
    expect(await reeve.run(["stop"])).toEqual(succeeded("No agent is running.\n"));

    const started = await reeve.run(["start", "--detach"]);
    expect(started).toMatchObject({ code: 0, err: "" });
    expect(started.out).toMatch(/^Reeve is running in the background \(process \d+\)\./);
    const home = reeve.env["REEVE_HOME"] ?? "";
    const refused = {
      code: 1,
      out: "",
      err: `reeve: An agent is already running in ${home}.\nTo chat with it, run: reeve chat. To stop it, run: reeve stop\n`,
    };
    expect(await reeve.run(["start"])).toEqual(refused);
    expect(await reeve.run(["start", "--detach"])).toEqual(refused);

    expect(await reeve.run(["chat"], "calculate 6*7")).toEqual(succeeded("6*7 = 42\n"));
    const status = await reeve.run(["status", "--json"]);
    expect(JSON.parse(status.out)).toMatchObject({
      running: true,
      pid: Number(/process (\d+)/.exec(started.out)?.[1]),
      home,
      messages: { answered: 1 },
      openApprovals: 0,
    });

    expect(await reeve.run(["stop"])).toEqual(succeeded("Stopped.\n"));
    expect((await reeve.run(["status"])).code).toBe(1);
  },
);

test(
  "an agent in the foreground says when it is ready, and ends well when it is told to",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const agent = reeve.begin(["start"]);
    const ready = await agent.until("\n");
    expect(ready).toMatch(/^ready .*reeve\.sock\n$/);
    agent.kill("SIGTERM");
    expect(await agent.ended).toEqual(succeeded(ready));
  },
);

test(
  "a backup is taken while the agent runs, and restored when it does not",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const file = path.join(reeve.folder, "copy.db");
    await reeve.run(["start", "--detach"]);
    await reeve.run(["chat"], "note: before the backup");
    expect(await reeve.run(["backup", "copy.db"])).toEqual(succeeded(`${file}\n`));
    await reeve.run(["chat"], "note: after the backup");

    expect(await reeve.run(["restore", "copy.db"])).toEqual({
      code: 1,
      out: "",
      err: "reeve: The agent is running.\nStop it with: reeve stop\n",
    });
    expect((await reeve.run(["chat"], "list my notes")).out).toContain("after the backup");

    await reeve.run(["stop"]);
    const restored = await reeve.run(["restore", "copy.db"]);
    expect(restored).toMatchObject({ code: 0, err: "" });
    const notes = await reeve.run(["chat"], "list my notes");
    expect(notes.out).toContain("before the backup");
    expect(notes.out).not.toContain("after the backup");

    const kept = /was saved as (.*)\.\n$/.exec(restored.out)?.[1] ?? "";
    await copyFile(kept, path.join(reeve.folder, "kept.db"));
    await reeve.run(["restore", "kept.db"]);
    expect((await reeve.run(["chat"], "list my notes")).out).toContain("after the backup");
  },
);

test("what is no backup is refused, and the data stays", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  await reeve.run(["chat"], "note: still here");
  const config = path.join(reeve.folder, "home", "config.yaml");
  await reeve.run(["config", "set", "agent.maxSteps", "7"]);

  expect(await reeve.run(["restore", "nowhere.db"])).toMatchObject({ code: 1, out: "" });
  const refused = await reeve.run(["restore", config]);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toMatch(/cannot be restored: .*\nUse another backup\.\n$/);
  expect((await reeve.run(["chat"], "list my notes")).out).toContain("still here");
});

test(
  "tools, settings and the installation can be read by a program",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const tools: unknown[] = JSON.parse((await reeve.run(["tools", "list", "--json"])).out);
    expect(tools).toContainEqual(
      expect.objectContaining({
        name: "note_delete",
        effect: "destroy",
        summary: expect.any(String),
      }),
    );
    const listed = await reeve.run(["tools"]);
    expect(listed.out.trimEnd().split("\n")).toHaveLength(tools.length);

    await reeve.run(["config", "set", "agent.maxSteps", "7"]);
    expect(await reeve.run(["config", "get", "agent.maxSteps"])).toEqual(succeeded("7\n"));

    const doctor = await reeve.run(["doctor", "--json"]);
    expect(doctor.code).toBe(0);
    const findings: { check: string; state: string }[] = JSON.parse(doctor.out);
    expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual([
      "node ok",
      "home ok",
      "disk ok",
      "config ok",
      "model ok",
      "embedder ok",
      "speech ok",
      "database ok",
      "exec ok",
      ...CHANNEL_NAMES.map((name) => `${name} ok`),
      "search ok",
      "agent ok",
      "outbox ok",
    ]);
  },
);

test(
  "setup tries a model, writes what was chosen, and doctor tries it again",
  { timeout: PATIENCE_MS },
  async () => {
    await using server = await startMockServer();
    await using reeve = await openReeveCommands();
    const file = path.join(reeve.folder, "home", "config.yaml");
    const flags = ["--provider", "groq", "--base-url", `${server.url}/v1`];

    const left = await reeve.run(["setup", ...flags], "key-1\n");
    expect(left).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^reeve: Nothing was changed/),
    });
    await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });

    const done = await reeve.run(["setup", ...flags], "key-1\n\nAnn\nBerlin\nyes\n");
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toContain(`It works.\n`);
    expect(done.out).not.toContain("key-1");
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const online = ["doctor", "--online", "--set", "speech.tts.provider=none"];
    const doctor = await reeve.run(online);
    expect(doctor).toMatchObject({ code: 0, err: "" });
    expect(doctor.out).toContain("✓ online    groq responds\n");
    server.push({ refusal: { status: 401, message: "Invalid API Key key-1" } });
    const refused = await reeve.run(online);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain(
      "✗ online    groq rejected the API key (401): Invalid API Key •••",
    );
  },
);

test(
  "doctor says when the server of a model on this machine is not there",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const gone = await startMockServer();
    await gone[Symbol.asyncDispose]();
    const settings = ["--set", "agent.model=cocoon", "--set", `models.baseUrl=${gone.url}/v1`];
    const doctor = await reeve.run(["doctor", ...settings]);
    expect(doctor.code).toBe(1);
    expect(doctor.out).toContain(
      `✗ model     cocoon at ${gone.url}/v1 does not respond. Start its server, or choose another model: reeve setup\n`,
    );
  },
);

test("everything in the home is for its owner alone", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  await reeve.run(["chat"], "write hello to a file greet.txt");
  const home = path.join(reeve.folder, "home");
  const names = await readdir(home, { recursive: true });
  const modes = await Promise.all(
    ["", ...names].map(async (name) => (await stat(path.join(home, name))).mode & 0o077),
  );
  expect(names).toContain(path.join("workspace", "greet.txt"));
  expect(new Set(modes)).toEqual(new Set([0]));
});

test(
  "when the agent's process is killed, another terminal becomes the agent and nothing is lost",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const host = reeve.begin(["start"]);
    await host.until("ready");
    await using ann = await openTypist({ env: reeve.env });
    await using bob = await openTypist({ env: reeve.env, externalId: "other" });
    ann.enter("remember that the tea is in the blue tin");
    await ann.sees("\n✓ memory_write");

    // Stopped, it keeps the connection and reads nothing: what is typed now waits in the socket.
    host.kill("SIGSTOP");
    ann.enter("calculate 6*7");
    bob.enter("calculate 5*5");
    host.kill("SIGKILL");

    await Promise.all([ann.sees("6*7 = 42"), bob.sees("5*5 = 25")]);
    expect(await reeve.run(["chat"], "what do you know about tea?")).toMatchObject({ code: 0 });
    const { messages } = JSON.parse((await reeve.run(["status", "--json"])).out);
    expect(messages).toEqual({ answered: 4 });
    expect(ann.screen.split("6*7 = 42")).toHaveLength(2);
    expect([await ann.leave(), await bob.leave()]).toEqual([0, 0]);
  },
);

test(
  "what cannot be done is refused with a sentence, and says what to do",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    const file = path.join(reeve.folder, "taken");
    await writeFile(file, "mine");
    const refusals: [readonly string[], number, string][] = [
      [["backup", "taken"], 1, `${file} already exists.\nChoose a new file name.`],
      [
        ["backup", "nowhere/copy.db"],
        1,
        `Folder not found: ${reeve.folder}/nowhere\nCreate it first.`,
      ],
      [["why"], 1, "There are no messages yet.\nSend one: reeve chat"],
      [
        ["chat", "--chat", ""],
        2,
        "A chat name must have 1 to 100 characters.\nExample: reeve chat --chat work",
      ],
    ];
    for (const [args, code, sentence] of refusals)
      expect(await reeve.run(args, "hi")).toEqual({ code, out: "", err: `reeve: ${sentence}\n` });
    expect(await readFile(file, "utf8")).toBe("mine");
  },
);
