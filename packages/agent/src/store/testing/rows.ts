import { toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Job } from "../items/jobs.ts";
import type { MemoryFact } from "../search/facts.ts";
import type { NewInboxRow } from "../messages/inbox.ts";
import type { NewChat } from "../messages/chats.ts";
import type { Store } from "../store.ts";
import type { Plan } from "../turns/plans.ts";
import type { NewTurn, StoredCall } from "../turns/turns.ts";

export const ann: Principal = { id: toId("ann"), tenant: "home", role: "owner", name: "Ann" };
export const bob: Principal = { id: toId("bob"), tenant: "home", role: "member", name: "Bob" };

/** Creates a direct chat for the people of `addPeople`. */
export function newChat(id: string, change: Partial<NewChat> = {}): NewChat {
  return {
    id: toId(id),
    tenant: "home",
    uid: "ann",
    channel: "cli",
    externalId: id,
    kind: "direct",
    mode: "steer",
    maxSteps: 5,
    ...change,
  };
}

/** Creates a message of Ann that waits in the chat `p1`. */
export function newMessage(id: string, change: Partial<NewInboxRow> = {}): NewInboxRow {
  return {
    id: toId(id),
    chat: toId("p1"),
    messageId: `platform-${id}`,
    edit: 0,
    author: ann.id,
    body: { kind: "message", text: `text of ${id}`, name: "Ann", role: "owner", sentAt: 5 },
    label: { integrity: "owner", audience: "person:ann" },
    state: "queued",
    reason: null,
    receivedAt: 6,
    trace: id,
    ...change,
  };
}

/** Creates a running turn of the session `s1` that answers the message `m1`. */
export function newTurn(id: string, change: Partial<NewTurn> = {}): NewTurn {
  return {
    id: toId(id),
    session: toId("s1"),
    chat: toId("p1"),
    fence: 0,
    state: "running",
    attempts: 1,
    openedBy: toId("m1"),
    role: "owner",
    agent: "main",
    trace: "m1",
    startedAt: 10,
    firstEvent: 1,
    ...change,
  };
}

/** Creates a call that waits for its start. */
export function newCall(id: string, change: Partial<StoredCall> = {}): StoredCall {
  return {
    id: toId(id),
    position: 0,
    tool: "note_create",
    via: null,
    args: { text: "milk" },
    argsHash: "hash",
    effect: "write",
    replay: "unknown",
    verdict: "allow",
    state: "planned",
    startedFence: null,
    origin: null,
    expected: undefined,
    result: undefined,
    artifact: null,
    ...change,
  };
}

/** Creates a running plan of Ann in the chat `p1`, whose step has failed. */
export function newPlan(id: string, change: Partial<Plan> = {}): Plan {
  return {
    id: toId(id),
    tenant: "home",
    chat: toId("p1"),
    requester: ann.id,
    role: "owner",
    approval: toId("a1"),
    goal: "All is well",
    steps: [
      {
        description: "Look",
        tool: "web_search",
        effect: "read",
        state: "failed",
        attempts: 2,
        output: "nothing",
        label: {
          integrity: "web",
          audience: "all",
          sources: [{ kind: "other", where: "web page x", integrity: "web" }],
        },
        failures: [{ tool: "web_search", reason: "it is down" }],
        questions: [toId("q1")],
      },
    ],
    at: 0,
    state: "running",
    reason: null,
    label: { integrity: "owner", audience: "person:ann" },
    trace: "m1",
    version: 1,
    createdAt: 5,
    updatedAt: 5,
    ...change,
  };
}

/** Ann and Bob. */
export async function addPeople(store: Store): Promise<void> {
  await store.commit("accept", async (tx) => {
    for (const person of [ann, bob])
      await tx.people.add(person, { tenant: "home", channel: "cli", externalId: person.id });
  });
}

/** Ann, Bob and the empty chat `p1`. */
export async function addChat(store: Store): Promise<void> {
  await addPeople(store);
  await store.commit("accept", (tx) => tx.chats.add(newChat("p1")));
}

/** Adds the chat `p1` with the taken message `m1`, the session `s1` and the running turn `t1`. */
export async function addTurn(store: Store): Promise<void> {
  await addChat(store);
  await store.commit("claim", async (tx) => {
    await tx.inbox.add(newMessage("m1"));
    await tx.chats.enqueue(toId("p1"), { now: 1, interrupt: false });
    await tx.sessions.start({ id: toId("s1"), chat: toId("p1"), startedAt: 3 });
    await tx.chats.setSession(toId("p1"), toId("s1"));
    await tx.turns.add(newTurn("t1"));
    await tx.inbox.take([toId("m1")], toId("t1"));
  });
}

/** `addTurn`, with the settled step `n` 0 that requested the calls. */
export async function addCalls(store: Store, calls: readonly StoredCall[]): Promise<void> {
  await addTurn(store);
  await store.commit("settle-think", async (tx) => {
    await tx.turns.addStep(toId("t1"), { n: 0, kind: "think", requestId: "r0", input: "hello" });
    await tx.turns.settleStep(toId("t1"), 0, {
      text: "Let me see.",
      extras: { text: "[Hint: be kind]", tools: ["web_fetch"] },
      meta: { signature: "c2ln" },
    });
    await tx.turns.addCalls(toId("t1"), 0, calls);
  });
}

/** Creates a lasting fact about Ann, from the turn `t1`. */
export function newFact(id: string, change: Partial<MemoryFact> = {}): MemoryFact {
  return {
    id: toId(id),
    tenant: "home",
    audience: "ann",
    chat: toId("p1"),
    session: toId("s1"),
    turn: toId("t1"),
    kind: "fact",
    tier: "long-term",
    text: `text of ${id}`,
    subject: null,
    integrity: "owner",
    saidAt: 5,
    validFrom: 5,
    validUntil: null,
    supersededBy: null,
    confirmedBy: null,
    state: "active",
    createdAt: 7,
    ...change,
  };
}

/** Creates a reminder of Ann in the chat `p1` that waits for other jobs, with the changes in `own`. */
export function newJob(id: string, own: Partial<Job> = {}): Job {
  return {
    id: toId(id),
    tenant: "home",
    maker: ann.id,
    chat: toId("p1"),
    kind: "reminder",
    text: id,
    schedule: { type: "after" },
    onMissed: "run-once",
    onParentFailure: "skip",
    parents: [],
    label: { integrity: "owner", audience: "person:ann" },
    role: "owner",
    state: "active",
    nextAt: null,
    lastAt: null,
    createdAt: 1,
    ...own,
  };
}
