import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import { Secret } from "../../../../platform/secret.ts";
import type { PublishedEvent } from "../../../webhooks/deliveries.ts";
import type { Store } from "../../../store.ts";
import type { Webhook } from "../../../webhooks/webhooks.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, ann } from "../../rows.ts";

function newSubscription(id: string, own: Partial<Webhook> = {}): Webhook {
  return {
    id,
    tenant: "home",
    person: ann.id,
    url: `https://${id}.example/`,
    events: ["*"],
    description: "",
    secret: new Secret("whsec_one"),
    state: "on",
    reason: null,
    createdAt: 1,
    ...own,
  };
}

function newEvent(id: string, own: Partial<PublishedEvent> = {}): PublishedEvent {
  return {
    id,
    tenant: "home",
    type: "agent.completed",
    chat: toId("p1"),
    about: null,
    body: { id },
    at: 10,
    ...own,
  };
}

async function publish(store: Store, ...events: readonly PublishedEvent[]) {
  await store.commit("settle-turn", (tx) => tx.deliveries.publish(events));
}

async function subscribe(store: Store, ...subscriptions: readonly Webhook[]) {
  await addChat(store);
  await store.commit("change-webhooks", async (tx) => {
    for (const one of subscriptions) await tx.webhooks.add(one);
  });
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

export function deliveryTests(open: OpenStore): void {
  test("a subscription is kept as it is, and what changes of it", async () => {
    await using opened = await open();
    const { store } = opened;
    const one = newSubscription("one", { events: ["agent.completed"], description: "mine" });
    await subscribe(store, newSubscription("two", { createdAt: 2 }), one);
    const { webhooks: subscriptions } = store.read;
    expect(await subscriptions.byId("one")).toEqual(one);
    expect(idsOf(await subscriptions.list("home"))).toEqual(["one", "two"]);
    expect(await subscriptions.list("other")).toEqual([]);
    expect(await subscriptions.byId("three")).toBe(undefined);

    const changed: Webhook = {
      ...one,
      url: "https://elsewhere.example/",
      events: ["*"],
      state: "off",
      reason: "gone",
      secret: new Secret("whsec_two"),
      former: { secret: one.secret, until: 99 },
    };
    const change = (to: Webhook) => store.commit("change-webhooks", (tx) => tx.webhooks.change(to));
    expect(await change(changed)).toBe(true);
    expect(await change(newSubscription("three"))).toBe(false);
    const kept = await subscriptions.byId("one");
    expect(kept).toEqual(changed);
    expect([kept?.secret.reveal(), kept?.former?.secret.reveal()]).toEqual([
      "whsec_two",
      "whsec_one",
    ]);
  });

  test("an event is kept once for each subscription of its tenant that is on and wants it", async () => {
    await using opened = await open();
    const { store } = opened;
    await subscribe(
      store,
      newSubscription("all"),
      newSubscription("some", { events: ["message.received", "agent.completed"], createdAt: 2 }),
      newSubscription("other", { events: ["agent.failed"] }),
      newSubscription("off", { state: "off" }),
      newSubscription("elsewhere", { tenant: "elsewhere" }),
    );
    await publish(store, newEvent("e1"), newEvent("e2", { type: "agent" }));

    const kept = await store.read.deliveries.list({ tenant: "home", limit: 10 });
    expect(idsOf(kept)).toEqual(["e2:all", "e1:some", "e1:all"]);
    expect(kept[1]).toEqual({
      order: expect.any(Number),
      id: "e1:some",
      subscription: "some",
      event: "e1",
      type: "agent.completed",
      chat: "p1",
      body: '{"id":"e1"}',
      state: "waiting",
      outages: 0,
      attempts: 0,
      nextAt: 10,
      reason: null,
      createdAt: 10,
      doneAt: null,
    });
  });

  test("what happened in a chat leaves in order, one after the other, and chats do not wait", async () => {
    await using opened = await open();
    const { store } = opened;
    await subscribe(store, newSubscription("one"));
    const away = { chat: null };
    await publish(
      store,
      newEvent("a1"),
      newEvent("b1", away),
      newEvent("a2"),
      newEvent("b2", away),
    );
    const { deliveries } = store.read;
    expect(idsOf(await deliveries.due(9, 10))).toEqual([]);
    expect(idsOf(await deliveries.due(10, 10))).toEqual(["a1:one", "b1:one"]);
    expect(idsOf(await deliveries.due(10, 1))).toEqual(["a1:one"]);
    expect(await deliveries.nextDue()).toBe(10);

    const later = { attempts: 1, outages: 1, nextAt: 50, reason: "it answered 500" };
    await store.commit("event-failed", (tx) => tx.deliveries.markFailed("a1:one", later));
    await store.commit("event-delivered", (tx) => tx.deliveries.markSent("b1:one", 11));
    expect(idsOf(await deliveries.due(49, 10))).toEqual(["b2:one"]);
    expect(idsOf(await deliveries.due(50, 10))).toEqual(["a1:one", "b2:one"]);
    expect(await deliveries.byId("a1:one")).toMatchObject({ ...later, state: "waiting" });

    const given = { ...later, attempts: 2, deadAt: 60 };
    await store.commit("event-failed", (tx) => tx.deliveries.markFailed("a1:one", given));
    expect(idsOf(await deliveries.due(60, 10))).toEqual(["a2:one", "b2:one"]);
    expect(await deliveries.count("one")).toEqual({ waiting: 2, sent: 1, dead: 1 });
  });

  test("nothing leaves for a subscription that is off, and nothing is left of one that is removed", async () => {
    await using opened = await open();
    const { store } = opened;
    const one = newSubscription("one");
    await subscribe(store, one);
    await publish(store, newEvent("e1"));
    await store.commit("change-webhooks", (tx) => tx.webhooks.change({ ...one, state: "off" }));
    expect(await store.read.deliveries.due(99, 10)).toEqual([]);
    expect(await store.read.deliveries.nextDue()).toBe(undefined);

    const remove = () => store.commit("change-webhooks", (tx) => tx.webhooks.remove("one"));
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect(await store.read.deliveries.byId("e1:one")).toBe(undefined);
  });

  test("what was sent or given up can wait again, until it is pruned", async () => {
    await using opened = await open();
    const { store } = opened;
    await subscribe(store, newSubscription("one"));
    await publish(store, newEvent("e1"), newEvent("e2"));
    const replay = (id: string) =>
      store.commit("change-webhooks", (tx) => tx.deliveries.replay(id, 30));
    expect(await replay("e1:one")).toBe(false);
    await store.commit("event-delivered", (tx) => tx.deliveries.markSent("e1:one", 20));
    expect(await replay("e1:one")).toBe(true);
    expect(await store.read.deliveries.byId("e1:one")).toMatchObject({
      state: "waiting",
      attempts: 0,
      nextAt: 30,
      createdAt: 30,
      doneAt: null,
    });

    await store.commit("event-delivered", (tx) => tx.deliveries.markSent("e1:one", 40));
    const prune = (before: number) =>
      store.commit("event-delivered", (tx) => tx.deliveries.prune(before));
    await prune(40);
    const list = () => store.read.deliveries.list({ tenant: "home", limit: 10 });
    expect(idsOf(await list())).toEqual(["e2:one", "e1:one"]);
    await prune(41);
    expect(idsOf(await list())).toEqual(["e2:one"]);
  });

  test("deliveries are listed by subscription, state and chat in the order", async () => {
    await using opened = await open();
    const { store } = opened;
    await subscribe(store, newSubscription("one"), newSubscription("two", { createdAt: 2 }));
    await publish(store, newEvent("e1"), newEvent("e2"));
    await store.commit("event-delivered", (tx) => tx.deliveries.markSent("e1:two", 20));
    const list = (filter: object) =>
      store.read.deliveries.list({ tenant: "home", limit: 10, ...filter });
    expect(idsOf(await list({ subscription: "two" }))).toEqual(["e2:two", "e1:two"]);
    expect(idsOf(await list({ state: "sent" }))).toEqual(["e1:two"]);
    const before = (await store.read.deliveries.byId("e2:one"))?.order;
    expect(idsOf(await list({ before }))).toEqual(["e1:two", "e1:one"]);
    expect(idsOf(await list({ limit: 1 }))).toEqual(["e2:two"]);
  });

  test("a commit that keeps an event for somebody rings, no other does", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const heard: string[] = [];
    const rung = store.publishedWakeup.wait().then(() => heard.push("rang"));
    await publish(store, newEvent("e1"));
    await store.commit("change-webhooks", (tx) => tx.webhooks.add(newSubscription("one")));
    expect(heard).toEqual([]);
    await publish(store, newEvent("e2"));
    await rung;
  });
}
