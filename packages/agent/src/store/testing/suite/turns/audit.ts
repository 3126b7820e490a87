import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { AuditRow } from "../../../turns/audit.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addCalls, addTurn, ann, newCall } from "../../rows.ts";

export function auditTests(open: OpenStore): void {
  test("records are numbered per tenant, and the chain knows its end", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const add = (tenant: string, hashes: readonly string[]) =>
      store.commit("settle-call", async (tx) => {
        const head = await tx.audit.takeHead(tenant, hashes.length);
        const rows = hashes.map((hash, index) => record(head.n + index + 1, { hash }));
        await tx.audit.add(tenant, rows);
        return head;
      });

    expect(await store.read.audit.lastOf("home")).toBe(0);
    expect(await add("home", ["a"])).toEqual({ n: 0, hash: "" });
    expect(await add("home", ["b", "c"])).toEqual({ n: 1, hash: "a" });
    expect(await add("away", ["x"])).toEqual({ n: 0, hash: "" });
    expect(await store.read.audit.lastOf("home")).toBe(3);
    expect(await store.read.audit.page("home", { after: 1, limit: 9 })).toEqual([
      record(2, { hash: "b" }),
      record(3, { hash: "c" }),
    ]);
  });

  test("records are found by tool, person and time, the newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const rows = [
      record(1, { tool: "web_fetch" }),
      record(2, { person: null, at: 9 }),
      record(3, { at: 9 }),
    ];
    await store.commit("settle-call", async (tx) => {
      await tx.audit.takeHead("home", rows.length);
      await tx.audit.add("home", rows);
    });
    const numbers = async (query: Parameters<typeof store.read.audit.list>[1]) =>
      (await store.read.audit.list("home", query)).map(({ n }) => n);

    expect(await numbers({ limit: 2 })).toEqual([3, 2]);
    expect(await numbers({ tool: "web_fetch", limit: 9 })).toEqual([1]);
    expect(await numbers({ person: ann.id, limit: 9 })).toEqual([3, 1]);
    expect(await numbers({ since: 9, limit: 9 })).toEqual([3, 2]);
  });

  test("words that are forgotten take the recorded arguments along, and nothing else", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("c1"), newCall("c2", { position: 1, args: { text: "bread" } })]);
    const rows = [
      record(1, { args: '{"args":{"text":"milk"}}' }),
      record(2, { call: toId("c2") }),
      // Recorded as a digest, and found by its call.
      record(3, { args: '{"args":{"text":"sha256:1"}}' }),
    ];
    await store.commit("settle-call", async (tx) => {
      await tx.audit.takeHead("home", rows.length);
      await tx.audit.add("home", rows);
    });
    const redaction = { redact, redactJson: redact, anchors: ["milk"] };
    const reach = { tenant: "home", audiences: ["ann"] };
    await store.commit("forget", (tx) => tx.forgetting.sweep(reach, redaction));

    const empty = { args: null, argsSalt: null };
    expect(await store.read.audit.page("home", { after: 0, limit: 9 })).toEqual([
      record(1, empty),
      record(2, { call: toId("c2") }),
      record(3, empty),
    ]);
  });

  test("a person who is forgotten leaves numbers and digests", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("settle-call", async (tx) => {
      await tx.audit.takeHead("home", 1);
      await tx.audit.add("home", [record(1)]);
    });
    const person = { tenant: "home", person: ann.id };
    await store.commit("forget", (tx) => tx.forgetting.removePerson(person));

    const left = { person: null, facts: null, factsSalt: null, args: null, argsSalt: null };
    expect(await store.read.audit.page("home", { after: 0, limit: 9 })).toEqual([record(1, left)]);
  });
}

function record(n: number, own: Partial<AuditRow> = {}): AuditRow {
  return {
    n,
    call: toId("c1"),
    turn: toId("t1"),
    chat: toId("p1"),
    person: ann.id,
    tool: "note_create",
    at: 5,
    facts: '{"verdict":"allow"}',
    factsSalt: "salt",
    factsDigest: "d1",
    args: '{"args":{}}',
    argsSalt: "pepper",
    argsDigest: "d2",
    hash: "h",
    ...own,
  };
}

function redact(text: string): string {
  return text.replaceAll("milk", "[forgotten]");
}
