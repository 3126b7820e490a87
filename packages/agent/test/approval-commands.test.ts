import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";

const PATIENCE_MS = 60_000;

function idIn(text: string): string {
  return /reeve approvals allow (\S+)/.exec(text)?.[1] ?? "";
}

test(
  "questions are answered in every way from the command line, and what was allowed for good is taken back",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["chat"], "note: call Ann on Friday");
    const first = idIn((await reeve.run(["chat"], "delete the note about Ann")).out);

    expect(await reeve.run(["approvals", "edit", first, "{"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Invalid JSON: {"),
    });
    expect((await reeve.run(["approvals", "revise", first])).code).toBe(2);
    const noted = "Recorded. The agent continues when you start it: reeve start\n";
    expect((await reeve.run(["approvals", "respond", first, "keep", "it"])).out).toBe(noted);
    expect((await reeve.run(["chat"], "list my notes")).out).toContain("call Ann on Friday");

    const second = idIn((await reeve.run(["chat"], "delete the note about Ann")).out);
    const terms = ["--these", "--until", "2099-01-01"];
    expect((await reeve.run(["approvals", "allow", second, ...terms])).out).toBe(noted);
    expect((await reeve.run(["approvals", "grants"])).out).toBe(
      `${second}\n  note_delete in cli/main, with the same arguments, until 2099-01-01T00:00:00.000Z\n`,
    );
    expect((await reeve.run(["approvals", "grants", "revoke", second])).out).toBe(
      "Revoked. Such calls need approval again.\n",
    );
    expect((await reeve.run(["approvals", "grants"])).out).toBe("There are no grants.\n");
    expect((await reeve.run(["why", second])).out).toMatch(/\ntrace {4}\S+\n/);
  },
);

test("people are listed, and linked with a code", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  expect((await reeve.run(["people"])).out).toBe("Owner (owner)  owner\n  cli:owner\n");
  expect((await reeve.run(["people", "link"])).out).toMatch(
    /\n {2}\/link [A-Z2-9]{4}-[A-Z2-9]{4}\n/,
  );
  expect(await reeve.run(["people", "link", "AAAA-0000"])).toMatchObject({
    err: expect.stringContaining("Not linked: this code is invalid, has been used or has expired."),
  });
  expect(await reeve.run(["people", "role", "owner", "guest"])).toMatchObject({
    err: expect.stringContaining("Owner is the owner. This role cannot be changed."),
  });
  expect((await reeve.run(["people", "show", "owner"])).out).toContain("cli:owner");
});
