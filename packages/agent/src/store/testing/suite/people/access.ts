import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Repositories } from "../../../store.ts";
import type { ApiToken } from "../../../people/tokens.ts";
import type { BrowserSession } from "../../../people/browser-sessions.ts";
import type { OpenStore } from "../../opened-store.ts";
import { ann, bob } from "../../rows.ts";

type NewToken = Omit<ApiToken, "lastUsedAt" | "revokedAt">;

function newToken(id: string, own: Partial<NewToken> = {}): NewToken {
  return {
    id,
    tenant: "home",
    person: ann.id,
    name: id,
    scopes: ["read", "chat"],
    digest: `digest of ${id}`,
    createdAt: 1,
    expiresAt: null,
    ...own,
  };
}

export function accessTests(open: OpenStore): void {
  test("a token is found, listed, touched, and taken back once", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("change-access", async (tx) => {
      await tx.people.add(ann, { tenant: "home", channel: "s", externalId: "ann" });
      await tx.tokens.add(newToken("old"));
      await tx.tokens.add(newToken("new", { createdAt: 2, expiresAt: 9, scopes: ["admin"] }));
      await tx.tokens.touch("new", 5);
    });
    const old = { ...newToken("old"), lastUsedAt: null, revokedAt: null };
    const young = {
      ...newToken("new", { createdAt: 2, expiresAt: 9, scopes: ["admin"] }),
      lastUsedAt: 5,
      revokedAt: null,
    };
    expect(await store.read.tokens.byId("old")).toEqual(old);
    expect(await store.read.tokens.byId("none")).toBe(undefined);
    expect(await store.read.tokens.list("home")).toEqual([young, old]);
    expect(await store.read.tokens.list("away")).toEqual([]);

    const revoke = (tenant: string) =>
      store.commit("change-access", (tx) => tx.tokens.revoke(tenant, "old", 7));
    expect([await revoke("away"), await revoke("home"), await revoke("home")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await store.read.tokens.byId("old")).toEqual({ ...old, revokedAt: 7 });
  });

  test("a link is taken once, before it is over", async () => {
    await using opened = await open();
    const { store } = opened;
    const link = { tenant: "home", person: ann.id, expiresAt: 10 };
    await store.commit("change-access", async (tx) => {
      await tx.people.add(ann, { tenant: "home", channel: "s", externalId: "ann" });
      await tx.browserSessions.addLink({ ...link, digest: "a" });
      await tx.browserSessions.addLink({ ...link, digest: "b" });
    });
    const take = (digest: string, now: number) =>
      store.commit("change-access", (tx) => tx.browserSessions.redeemLink(digest, now));
    expect(await take("a", 9)).toEqual({ tenant: "home", person: ann.id });
    expect(await take("a", 9)).toBe(undefined);
    expect(await take("b", 10)).toBe(undefined);
  });

  test("browsers are signed in and out, and who is over is removed by the next", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("change-access", async (tx) => {
      await tx.people.add(ann, { tenant: "home", channel: "s", externalId: "ann" });
      await tx.browserSessions.add(session("a", 0));
      await tx.browserSessions.add(session("b", 9));
    });
    expect(await store.read.browserSessions.byId("a")).toEqual(session("a", 0));
    await store.commit("change-access", (tx) => tx.browserSessions.add(session("c", 10)));
    expect(await store.read.browserSessions.byId("a")).toBe(undefined);
    await store.commit("change-access", (tx) => tx.browserSessions.remove("b"));
    const key = { tenant: "home", person: ann.id };
    const out = () => store.commit("change-access", (tx) => tx.browserSessions.removeOf(key));
    expect([await out(), await out()]).toEqual([1, 0]);
  });

  test("an answer is kept until it is over, and the first one stays", async () => {
    await using opened = await open();
    const { store } = opened;
    const kept = {
      key: "k",
      tenant: "home",
      person: ann.id,
      request: "r",
      answer: { status: 201, body: '{"text":"buy milk"}' },
      expiresAt: 10,
    };
    const put = (answer: typeof kept, now: number) =>
      store.commit("keep-answer", (tx) => tx.idempotency.put(answer, now));
    await store.commit("keep-answer", (tx) =>
      tx.people.add(ann, { tenant: "home", channel: "s", externalId: "ann" }),
    );
    await put(kept, 0);
    await put({ ...kept, request: "other" }, 1);
    expect(await store.read.idempotency.byKey("k", 9)).toEqual(kept);
    expect(await store.read.idempotency.byKey("k", 10)).toBe(undefined);
    await store.commit("keep-answer", (tx) =>
      tx.idempotency.put({ ...kept, key: "none", answer: null }, 1),
    );
    expect(await store.read.idempotency.byKey("none", 1)).toMatchObject({ answer: null });
    await put({ ...kept, request: "later", expiresAt: 30 }, 10);
    expect(await store.read.idempotency.byKey("k", 11)).toMatchObject({ request: "later" });

    const redaction = { redact: withoutMilk, redactJson: withoutMilk, anchors: ["milk"] };
    const reach = { tenant: "home", audiences: [ann.id] };
    await store.commit("forget", (tx) => tx.forgetting.sweep(reach, redaction));
    expect(await store.read.idempotency.byKey("k", 11)).toMatchObject({
      answer: { status: 201, body: '{"text":"buy [forgotten]"}' },
    });
  });

  test("it is told when a way in is taken back or somebody changes, once that is committed", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("change-access", async (tx) => {
      for (const person of [ann, bob])
        await tx.people.add(person, { tenant: "home", channel: "s", externalId: person.id });
      await tx.tokens.add(newToken("a"));
      await tx.browserSessions.add(session("s", 0));
    });
    let told = 0;
    using _ = store.accessChanged.subscribe(() => (told += 1));
    const toldOf = async (work: (tx: Repositories) => Promise<unknown>) => {
      const before = told;
      await store.commit("change-access", work);
      return told - before;
    };
    const key = { tenant: "home", person: ann.id };
    const changes: readonly ((tx: Repositories) => Promise<unknown>)[] = [
      (tx) => tx.tokens.revoke("home", "a", 1),
      (tx) => tx.browserSessions.remove("s"),
      (tx) => tx.browserSessions.removeOf(key),
      (tx) => tx.people.updateFromChannel(bob, { name: "Bob", role: "guest" }),
      (tx) => tx.people.settleRole(bob.id, "admin"),
      (tx) => tx.people.update(ann.id, { name: "Ann", role: "owner" }),
      (tx) => tx.accountLinks.join({ id: "l", ...key, joined: bob.id, at: 1 }),
      (tx) => tx.forgetting.removePerson(key),
    ];
    for (const change of changes) expect(await toldOf(change)).toBe(1);
    const others: readonly ((tx: Repositories) => Promise<unknown>)[] = [
      (tx) => tx.tokens.touch("a", 2),
      (tx) => tx.tokens.add(newToken("b")),
      (tx) => tx.browserSessions.add(session("t", 0)),
      (tx) => tx.people.updateFromChannel(ann, { name: "Anna", role: "owner" }),
    ];
    for (const other of others) expect(await toldOf(other)).toBe(0);

    const failed = store.commit("change-access", async (tx) => {
      await tx.tokens.revoke("home", "b", 1);
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    expect(told).toBe(changes.length);
  });

  test("who is forgotten has no way in any more", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("change-access", async (tx) => {
      await tx.people.add(ann, { tenant: "home", channel: "s", externalId: "ann" });
      await tx.tokens.add(newToken("a"));
      await tx.browserSessions.addLink({
        digest: "d",
        tenant: "home",
        person: ann.id,
        expiresAt: 9,
      });
    });
    await store.commit("forget", (tx) =>
      tx.forgetting.removePerson({ tenant: "home", person: toId("ann") }),
    );
    expect(await store.read.tokens.list("home")).toEqual([]);
  });
}

function withoutMilk(text: string): string {
  return text.replaceAll("milk", "[forgotten]");
}

function session(id: string, createdAt: number): BrowserSession {
  return {
    id,
    tenant: "home",
    person: ann.id,
    digest: id,
    createdAt,
    expiresAt: createdAt + 10,
  };
}
