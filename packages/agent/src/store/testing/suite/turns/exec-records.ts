import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { CommandEnd, ExecRecord, NewCommand } from "../../../turns/exec-records.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addCalls, ann, newCall } from "../../rows.ts";

export function commandTests(open: OpenStore): void {
  test("a command is on record before it ends, with its tool and the approval that let it run", async () => {
    await using opened = await open();
    const { store } = opened;
    const asked = newCall("c1", { tool: "exec_run", origin: toId("a1") });
    await addCalls(store, [asked, newCall("c2", { position: 1, tool: "exec_status" })]);
    await start(store, [newCommand("x"), newCommand("y", { call: toId("c2"), startedAt: 8 })]);

    const first = { ...UNKNOWN, ...newCommand("x"), tool: "exec_run", approval: toId("a1") };
    const second = { ...newCommand("y", { call: toId("c2"), startedAt: 8 }), tool: "exec_status" };
    expect(await store.read.execRecords.list("home", 9)).toEqual([
      { ...UNKNOWN, ...second },
      first,
    ]);
    expect(await store.read.execRecords.list("home", 1)).toEqual([{ ...UNKNOWN, ...second }]);
    expect(await store.read.execRecords.list("away", 9)).toEqual([]);

    expect(await end(store, "x", ENDED)).toBe(true);
    expect(await end(store, "x", { ...ENDED, exitCode: 1 })).toBe(false);
    expect(await store.read.execRecords.list("home", 9)).toEqual([
      { ...UNKNOWN, ...second },
      { ...first, ...ENDED },
    ]);
  });

  test("words that are forgotten go from what commands were and said", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1")]);
    await start(store, [newCommand("x", { command: '["echo","buy milk"]' }), newCommand("y")]);
    await end(store, "x", { ...ENDED, stdout: "milk\n" });
    const redaction = { redact: withoutMilk, redactJson: withoutMilk, anchors: ["milk"] };
    const reach = { tenant: "home", audiences: ["ann"] };
    await store.commit("forget", (tx) => tx.forgetting.sweep(reach, redaction));

    const found = await store.read.execRecords.list("home", 9);
    expect(found.map(({ command, stdout }) => ({ command, stdout }))).toEqual([
      { command: '["true"]', stdout: null },
      { command: '["echo","buy [forgotten]"]', stdout: "[forgotten]\n" },
    ]);
  });
}

function withoutMilk(text: string): string {
  return text.replaceAll("milk", "[forgotten]");
}

const UNKNOWN = {
  tool: null,
  approval: null,
  state: "started",
  exitCode: null,
  reason: null,
  stdout: null,
  stderr: null,
  durationMs: null,
} satisfies Partial<ExecRecord>;

const ENDED: CommandEnd = {
  state: "ended",
  exitCode: 0,
  reason: null,
  stdout: "out",
  stderr: "",
  durationMs: 12,
};

function newCommand(id: string, change: Partial<NewCommand> = {}): NewCommand {
  return {
    id,
    tenant: "home",
    chat: toId("p1"),
    person: ann.id,
    call: toId("c1"),
    command: '["true"]',
    ranIn: "bubblewrap",
    startedAt: 7,
    ...change,
  };
}

function start(store: Store, commands: readonly NewCommand[]): Promise<void> {
  return store.commit("run-command", async (tx) => {
    for (const command of commands) await tx.execRecords.start(command);
  });
}

function end(store: Store, id: string, ended: CommandEnd): Promise<boolean> {
  return store.commit("run-command", (tx) => tx.execRecords.end(id, ended));
}
