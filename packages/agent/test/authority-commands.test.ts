import { readFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";
import { openTypist } from "./kit/fake-terminal-user.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 90_000;

test(
  "what tools did is on record, taken back, and refused once they are switched off",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    await using ann = await openTypist({ env: reeve.env });

    ann.enter('write "milk" to list.txt');
    await ann.sees("✓ workspace_write");
    ann.enter("/history");
    await ann.sees("file created: list.txt");
    ann.enter("/modules off workspace");
    await ann.sees("workspace: off, ");
    ann.enter('write "bread" to list.txt');
    await ann.sees("✗ workspace_write");
    ann.enter("/pause");
    await ann.sees("Paused.");
    ann.enter("/resume");
    await ann.sees("Resumed. Messages that arrived during the pause: 0; I'll answer 0 of them.");
    expect(await ann.leave()).toBe(0);

    const file = path.join(reeve.folder, "home", "workspace", "list.txt");
    expect(await readFile(file, "utf8")).toBe("milk\n");
    expect((await reeve.run(["tools", "list"])).out).toMatch(
      /^ton_send +pay +\S+ +owner +\(needs a TON wallet\) /m,
    );
    const shown = await reeve.run(["tools", "show", "workspace_write", "--json"]);
    expect(JSON.parse(shown.out)).toMatchObject({
      isAvailable: false,
      overrides: [{ category: "workspace", where: "cli/main", says: "off" }],
    });
    expect((await reeve.run(["undo", "--list"])).out).toContain("file created: list.txt");
    expect((await reeve.run(["undo"])).out).toBe("Undone: file created: list.txt\n");

    const { out } = await reeve.run(["audit", "--tool", "workspace_write", "--json"]);
    expect(JSON.parse(out)).toMatchObject([
      { verdict: "deny", outcome: "fault: denied", role: "owner", name: "Owner" },
      { verdict: "allow", outcome: "value", authority: { by: "role" }, args: { path: "list.txt" } },
    ]);
    expect((await reeve.run(["audit"])).out).toMatch(
      /^2 {2}\S+ {2}workspace_write {2}deny, fault: denied {2}Owner \(owner\)\n/,
    );
    expect(await reeve.run(["audit", "--verify"])).toEqual({
      code: 0,
      out: "The audit log is intact: 2 records.\n",
      err: "",
    });
    tamper(path.join(reeve.folder, "home", "reeve.db"));
    expect(await reeve.run(["audit", "--verify"])).toEqual({
      code: 1,
      out: "The audit log is damaged at record 1: the data differs from what was recorded.\n",
      err: "",
    });
  },
);

function tamper(file: string): void {
  using db = new DatabaseSync(file);
  db.exec("update audit set tool = 'note_list' where n = 1");
}

test(
  "tools are switched off and on, and everything is paused, from the command line",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    const said = async (...args: readonly string[]) => (await reeve.run(args)).out;

    expect(await said("tools", "set", "web_fetch", "--disable", "--approval", "always")).toBe(
      "web_fetch, everywhere: off, needs approval each time\n",
    );
    expect(await said("tools", "set", "web_fetch", "--enable", "--approval", "default")).toBe(
      "web_fetch, everywhere: as declared\n",
    );
    expect(await said("tools", "set", "--category", "web", "--access", "owner")).toBe(
      "web tools, everywhere: access owner\n",
    );
    expect(await said("tools", "show", "telegram_send_message")).toContain(
      "The tool needs a Telegram bot (set channels.telegramBot.token), which is not available.",
    );
    const wrong = await reeve.run(["tools", "set", "web_fetsh", "--disable"]);
    expect(wrong.err).toContain('Unknown tool: "web_fetsh".');
    expect(wrong.err).toContain("Did you mean web_fetch?");

    expect(await said("pause")).toBe("Paused. To resume: reeve resume\n");
    expect(await said("pause")).toBe("Already paused.\n");
    await said("start", "--detach");
    const hello = await reeve.run(["chat"], "hello");
    expect(hello.out + hello.err).toContain("paused");
    expect(await said("resume")).toBe(
      "Messages during the pause: 1. 1 of them will be answered.\n",
    );
    expect(await said("resume")).toBe("Nothing was paused.\n");
  },
);
