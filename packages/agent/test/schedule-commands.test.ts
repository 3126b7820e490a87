import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";
import { openTypist } from "./kit/fake-terminal-user.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 120_000;

test(
  "what is planned is listed, shown, cancelled, and run so that the terminal tells of it",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    await reeve.run(["config", "set", "agent.timeZone", "Europe/Berlin"]);
    await reeve.run(["chat"], "hello");
    expect(await reeve.run(["schedule"])).toEqual({
      code: 0,
      out: "Nothing is scheduled.\n",
      err: "",
    });
    addReminders(path.join(reeve.folder, "home", "reeve.db"), ["water", "bread"]);

    expect((await reeve.run(["schedule", "list"])).out.trimEnd().split("\n")).toEqual(
      ["bread", "water"].map((id) =>
        expect.stringMatching(
          new RegExp(`^${id} +Fri 2100-01-01 09:00 +reminder +Think of ${id} \\(.+; cli/main\\)$`),
        ),
      ),
    );
    expect((await reeve.run(["schedule", "show", "water"])).out).toMatch(
      /^water {2}reminder, active\ntext {5}Think of water\nwhen .+\nnext {5}Fri 2100-01-01 09:00\nfor {6}Owner, in cli\/main\ntrust {4}owner\n$/,
    );
    expect((await reeve.run(["schedule", "cancel", "bread"])).out).toBe("bread was cancelled.\n");
    const cancelled = await reeve.run(["schedule", "--state", "cancelled", "--json"]);
    expect(JSON.parse(cancelled.out)).toMatchObject([{ id: "bread", status: "cancelled" }]);
    expect(await reeve.run(["schedule", "show", "nothing"])).toEqual({
      code: 1,
      out: "",
      err: "reeve: Job not found: nothing\nList jobs: reeve schedule\n",
    });
    expect((await reeve.run(["schedule", "forget", "water"])).err).toContain(
      "Unknown command: reeve schedule forget",
    );

    await using ann = await openTypist({ env: reeve.env });
    ann.enter("/status");
    await ann.sees("Reeve ");
    expect((await reeve.run(["schedule", "run", "water"])).out).toBe("water is running now.\n");
    await ann.sees("Think of water");
    ann.enter("/reminders");
    await ann.sees("There are no reminders.");
    expect(await ann.leave()).toBe(0);
  },
);

/** Reminders of the owner in the terminal's chat, for the first morning of the next century. */
function addReminders(file: string, ids: readonly string[]): void {
  using database = new DatabaseSync(file);
  const at = Date.parse("2100-01-01T08:00:00Z");
  const insert = database.prepare(`
    insert into jobs (id, tenant, maker, chat, kind, text, schedule, on_missed, on_parent_failure,
      parents, label, role, state, next_at, created)
    select ?, tenant, uid, id, 'reminder', ?, ?, 'run-once', 'skip', '[]', ?, 'owner', 'active', ?, 0
      from chats where channel = 'cli' and external_id = 'main'`);
  const label = JSON.stringify({ integrity: "owner", audience: "all" });
  for (const id of ids)
    insert.run(id, `Think of ${id}`, JSON.stringify({ type: "at", at }), label, at);
}
