import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openReeveCommands, type ReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 120_000;

async function openRunning(): Promise<ReeveCommands> {
  const reeve = await openReeveCommands();
  await reeve.run(["config", "set", "agent.model", "offline/rules"]);
  await reeve.run(["start", "--detach"]);
  return reeve;
}

/** Returns a function that runs a command, expects success, and returns its output. */
function sayer(reeve: ReeveCommands) {
  return async (...args: string[]) => {
    const { code, out, err } = await reeve.run(args);
    expect({ args, code, err }).toEqual({ args, code: 0, err: "" });
    return out;
  };
}

const idIn = (out: string) => /([\w:-]{20,})/.exec(out)?.[1] ?? "";

test(
  "notes, to-dos and things to read are kept, found, changed and deleted",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openRunning();
    const say = sayer(reeve);
    expect(await say("notes")).toBe("There are no notes.\n");
    const note = idIn(await say("notes", "add", "buy", "milk", "--tag", "shop"));
    expect(await say("notes", "update", note, "--title", "Shopping")).toBe(
      `${note}  Shopping  #shop\n  buy milk\n`,
    );
    expect(await say("notes", "search", "milk")).toBe(await say("notes", "--tag", "shop"));
    expect(await say("notes", "delete", note)).toBe("Deleted. To undo: reeve undo\n");

    const task = idIn(await say("tasks", "add", "call Ann", "--project", "home"));
    expect(await say("tasks")).toBe(`[ ] ${task}  call Ann (home)\n`);
    expect(await say("tasks", "change", task, "--priority", "high")).toBe(
      `[ ] ${task}  call Ann (high priority, home)\n`,
    );
    expect(await say("tasks", "done", task)).toMatch(/^\[x\] /);
    expect(await say("tasks", "open", task)).toMatch(/^\[ \] /);
    await say("tasks", "delete", task);
    expect(await say("tasks")).toBe("There are no tasks.\n");

    const item = idIn(await say("read-later", "save", "a", "long", "story"));
    expect(JSON.parse(await say("read-later", "--json"))).toMatchObject([
      { id: item, title: "a long story", status: "unread" },
    ]);
    expect(await say("read-later", "done", item)).toBe(`[x] ${item}  a long story\n`);

    const unknown = await reeve.run(["notes", "burn"]);
    expect([unknown.code, unknown.err]).toEqual([
      2,
      "reeve: Unknown command: reeve notes burn\nCommands: reeve notes list, reeve notes search <words>…, reeve notes add <text>…, reeve notes update <id>, reeve notes delete <id>.\n",
    ]);
    const missing = await reeve.run(["tasks", "done"]);
    expect([missing.code, missing.err]).toEqual([
      2,
      "reeve: Missing argument: reeve tasks done\nUsage: reeve tasks done <id>\n",
    ]);
  },
);

test(
  "reminders, jobs, rules and settings belong to a conversation of the terminal",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openRunning();
    const say = sayer(reeve);
    const early = await reeve.run(["reminders", "add", "stand up", "--at", "tomorrow at 9"]);
    expect([early.code, early.err]).toEqual([
      1,
      expect.stringContaining("This chat has no messages yet."),
    ]);
    await reeve.run(["chat", "--chat", "work"], "hello");
    const inWork = ["--chat", "work"];
    const reminder = idIn(
      await say("reminders", "add", "stand", "up", "--at", "tomorrow at 9", ...inWork),
    );
    expect(await say("reminders", "snooze", reminder, "tomorrow", "at", "10")).toContain("10:00");
    expect(await say("reminders")).toMatch(/stand up \(.*10:00\)\n$/);
    expect(await say("reminders", "cancel", reminder)).toBe("Cancelled.\n");

    const job = idIn(await say("schedule", "add", "look", "--cron", "0 9 * * *", ...inWork));
    expect(await say("schedule", "depend", job)).toBe(`${job} waits for none.\n`);
    expect(await say("schedule", "show", job)).toContain("text     look\n");

    expect(await say("rules", ...inWork)).toBe("This chat has no rules.\n");
    expect(await say("sessions", "set", "--mode", "queue", "--max-steps", "4", ...inWork)).toBe(
      "mode queue, at most 4 steps, policy allowlist, verbose off\n",
    );
    expect(await say("sessions", "messages", ...inWork)).toMatch(/Owner: hello\n.* agent: /);
    expect(await say("sessions", "commands", ...inWork)).toContain("/stop");
    expect(await say("sessions", "stop", ...inWork)).toBe("Nothing is running in this chat.\n");
    expect(await say("sessions", "new", ...inWork)).toBe("A new session has started.\n");
    const [{ id: session }] = JSON.parse(await say("sessions", "--json"));
    expect(await say("sessions", "show", session)).toContain("cli/work");
    expect(await say("agents", "use", "main", ...inWork)).toBe(
      "Starting with the next message, main will answer in this chat.\n",
    );
    expect(await say("memory", "archive", "off", ...inWork)).toBe(
      "Messages in this chat are deleted when their session ends.\n",
    );
    expect(await say("memory", "forget-me")).toMatch(/reeve memory forget-me \d{6}\n$/);
  },
);

test(
  "files, models, log, pauses and questions are told by the agent that runs",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openRunning();
    const say = sayer(reeve);
    const wrote = await reeve.run(["files", "write", "downloads/a.txt"], "buy milk");
    expect([wrote.code, wrote.out]).toEqual([0, "downloads/a.txt has 8 bytes.\n"]);
    expect(await say("files", "read", "downloads/a.txt")).toBe("buy milk");
    expect(await say("files", "list", "downloads")).toMatch(/ 8  downloads\/a\.txt\n$/);
    await say("files", "delete", "downloads/a.txt");

    expect(await say("models", "show")).toBe("offline/rules\n");
    expect(await say("models", "--provider", "anthropic")).toContain("anthropic/claude");
    expect(await say("models", "use", "offline/rules")).toContain("until the agent stops");
    expect(await say("log", "--limit", "5")).toMatch(/^\d{4}-.*Z {2}info /);

    await say("pause");
    expect(await say("pause", "--list")).toMatch(/^everywhere, by Owner since /);
    await say("resume");
    expect(await say("pause", "--list")).toBe("Nothing is paused.\n");
    expect(await say("tools", "modules")).toMatch(/^\w+ +on +\d+ tools\n/);
    expect(await say("tokens", "sign-out")).toBe("0 browsers were signed out.\n");
    expect(await say("approvals", "feedback")).toBe("No decisions yet.\n");
    const none = await reeve.run(["approvals", "show", "none"]);
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("none")]);
  },
);

/** Creates a log with this many entries. */
function logOf(length: number): string {
  return Array.from({ length }, (_, n) => {
    const entry = { level: "info", time: n, msg: `line ${n}.` };
    return `${JSON.stringify(entry)}\n`;
  }).join("");
}

test("the log is read where no agent runs, too", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  const { code, out, err } = await reeve.run(["log"]);
  expect({ code, out, err }).toEqual({ code: 0, out: "The log is empty.\n", err: "" });

  const file = path.join(reeve.folder, "home", "logs", "reeve.log");
  await writeFile(file, logOf(51));
  const newest = await reeve.run(["log"]);
  const [, before = ""] =
    /^More results are available. For the next page, add: --before (\S+)\n$/.exec(newest.err) ?? [];
  expect(newest.out).not.toContain("line 0.");
  expect(await reeve.run(["log", "--before", before])).toMatchObject({
    out: expect.stringContaining("line 0."),
    err: "",
  });

  await writeFile(file, logOf(450));
  const many = await reeve.run(["log", "--limit", "420"]);
  const printed = many.out.trimEnd().split("\n");
  expect([many.code, many.err, printed.length]).toEqual([0, "", 420]);
  expect(printed[0]).toContain("line 30.");
  expect(printed.at(-1)).toContain("line 449.");
});
