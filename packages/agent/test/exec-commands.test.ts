import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 90_000;

test("what ran on the machine is shown, the newest first", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  await reeve.run(["config", "set", "agent.model", "offline/rules"]);
  await reeve.run(["chat"], "hello");
  expect(await reeve.run(["exec", "log"])).toEqual({
    code: 0,
    out: "No shell commands have run on this machine.\n",
    err: "",
  });

  addRecords(path.join(reeve.folder, "home", "reeve.db"));

  expect((await reeve.run(["exec", "log"])).out).toBe(`\
1970-01-01T00:00:03  exec_run in bubblewrap  started, outcome unknown  Owner, by a grant
  $ make
1970-01-01T00:00:02  exec_service in host  killed (time) in 60000 ms  Owner, approval a2
  $ systemctl restart -- nginx.service
1970-01-01T00:00:01  exec_run in bubblewrap  exit 3 in 12 ms  Owner, approval a1
  $ echo one; exit 3
  one
  no
`);
  const newest = await reeve.run(["exec", "log", "--limit", "1", "--json"]);
  expect(JSON.parse(newest.out)).toMatchObject([{ tool: "exec_run", state: "started" }]);
  expect((await reeve.run(["exec", "run"])).err).toContain("Unknown command: reeve exec run");
});

function addRecords(file: string): void {
  using database = new DatabaseSync(file);
  const insert = database.prepare(`
    insert into exec_audit (id, tenant, chat, person, call, tool, approval, command, ran_in,
      state, exit_code, reason, stdout, stderr, started_at, duration_ms)
    select ?, 'home', id, 'owner', 'c', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from chats limit 1`);
  const service = JSON.stringify(["systemctl", "restart", "--", "nginx.service"]);
  insert.run(
    "x1",
    "exec_run",
    "a1",
    bash("echo one; exit 3"),
    "bubblewrap",
    "ended",
    3,
    null,
    "one\n",
    "no\n",
    1000,
    12,
  );
  insert.run(
    "x2",
    "exec_service",
    "a2",
    service,
    "host",
    "killed",
    null,
    "time",
    "",
    "",
    2000,
    60_000,
  );
  insert.run(
    "x3",
    "exec_run",
    null,
    bash("make"),
    "bubblewrap",
    "started",
    null,
    null,
    null,
    null,
    3000,
    null,
  );
}

function bash(script: string): string {
  return JSON.stringify(["bash", "--noprofile", "--norc", "-c", script]);
}
