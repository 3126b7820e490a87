import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { openTestSqlite } from "../src/store/sqlite/testing/open-test-sqlite.ts";
import { newMessage, newChat, newTurn, newFact } from "../src/store/testing/rows.ts";
import { openReeveCommands } from "./kit/reeve-commands.ts";
import { openTypist } from "./kit/fake-terminal-user.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;
const SAID_AT = Date.UTC(2026, 1, 20, 15, 30);

test(
  "what the agent wrote down is taken back in the chat, and the history tells so",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    await using ann = await openTypist({ env: reeve.env });

    ann.enter("remember that tea is green");
    await ann.sees("✓ memory_write");
    await ann.sees("MEMORY.md");
    ann.enter("/undo");
    await ann.sees("Undone: added to MEMORY.md:");
    ann.enter("/undo");
    await ann.sees("There is nothing to undo.");

    const { out } = await reeve.run(["memory", "history"]);
    expect(out).toMatch(/^entry:\S+ {2}\S+ {2}undone\n {2}added to MEMORY\.md: .*tea is green/);
    expect(await ann.leave()).toBe(0);
  },
);

test(
  "facts are listed, explained and confirmed, and a profile is written by hand",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    const said = async (...args: readonly string[]) => (await reeve.run(["memory", ...args])).out;
    expect(await said("facts")).toBe("There are no facts.\n");
    expect(await said("history")).toBe("There are no changes yet.\n");
    expect(await said("profile")).toBe("There is no profile for Owner yet.\n");
    await addFacts(path.join(reeve.folder, "home"));

    expect(await said("facts", "--search", "porto")).toBe(
      "f2  2026-02-20  fact, long-term  of Owner  from member  not confirmed\n" +
        "  Ann lives in Porto.\n",
    );
    expect(await said("explain", "f2")).toBe(
      [
        "Ann lives in Porto.",
        "fact, long-term, active since 2026-02-20, from member, for owner",
        "Said:",
        "  2026-02-20 Ann (cli/p1): I moved to Porto",
        "Previously: Ann lives in Rome. (1970-01-01 until 2026-02-20, f1)",
        "",
      ].join("\n"),
    );
    expect(await said("facts", "confirm", "f2", "Ann lives in Lisbon.")).toBe(
      "f2  2026-02-20  fact, long-term  of Owner  from member\n  Ann lives in Lisbon.\n",
    );
    expect(await said("undo")).toBe(
      "Undone: fact changed: Ann lives in Porto. → Ann lives in Lisbon.\n",
    );
    expect(await said("profile", "edit", "An architect.")).toMatch(/^An architect\.\n\(Owner, /);
    expect(await said("profile", "owner")).toMatch(/^An architect\.\n/);
    expect(await said("history")).toMatch(/profile edited: An architect\.\n/);
    const lost = await reeve.run(["memory", "explain", "f9"]);
    expect([lost.code, lost.err]).toEqual([1, expect.stringContaining("Fact not found: f9")]);
  },
);

/** Adds facts: the owner lived in Rome, and moved to Porto according to a less trusted person. */
async function addFacts(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  await using store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  const owner = { audience: "owner", saidAt: SAID_AT };
  await store.commit("learn", async (tx) => {
    await tx.chats.add(newChat("p1", { uid: "owner" }));
    const body = { text: "I moved to Porto", name: "Ann", role: "owner", sentAt: SAID_AT } as const;
    await tx.inbox.add(
      newMessage("m1", {
        author: toId("owner"),
        state: "answered",
        body: { kind: "message", ...body },
      }),
    );
    await tx.sessions.start({ id: toId("s1"), chat: toId("p1"), startedAt: 1 });
    await tx.turns.add(newTurn("t1", { state: "settled" }));
    await tx.facts.add(
      newFact("f1", {
        ...owner,
        text: "Ann lives in Rome.",
        state: "superseded",
        supersededBy: toId("f2"),
        validUntil: SAID_AT,
      }),
    );
    await tx.facts.add(
      newFact("f2", {
        ...owner,
        text: "Ann lives in Porto.",
        integrity: "member",
        validFrom: SAID_AT,
      }),
    );
    await tx.facts.addEvidence(toId("f2"), [
      {
        chat: toId("p1"),
        messageId: "platform-m1",
        edit: 0,
        author: toId("owner"),
        saidAt: SAID_AT,
      },
    ]);
  });
}
