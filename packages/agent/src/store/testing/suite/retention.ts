import { expect, test } from "vitest";
import { toId, type TurnId } from "../../../kernel/ids.ts";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import { Secret } from "../../../platform/secret.ts";
import { OLD_ROW_KINDS, type OldRowKind } from "../../retention.ts";
import type { Repositories, Store } from "../../store.ts";
import type { Turn } from "../../turns/turns.ts";
import type { OpenStore } from "../opened-store.ts";
import { addChat, ann, newCall, newJob, newMessage, newTurn } from "../rows.ts";

const charged = {
  tenant: "home",
  person: toId<"person">("ann"),
  turn: toId<"turn">("t1"),
  hosts: 4.7,
  declared: 0,
};

const p1 = toId<"chat">("p1");
/** Time before which everything is old. */
const BEFORE = 1000;
const page = { after: 0, limit: 10 };

export function retentionTests(open: OpenStore): void {
  test("rows of a turn go in small steps, and the call that somebody approved stays", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await addSession(store, "s1", { endedAt: 100 });
    await addFullTurn(store, "t1", { session: "s1" });
    const approval = toId<"approval">("a-t1-c1");
    await store.commit("decide", async (tx) => {
      await tx.approvals.add(approvalOf("t1-c1"));
      await tx.approvals.move(approval, "pending", { to: "confirmed", decidedBy: ann.id });
    });
    // Other chats still show the question.
    expect(await finished(store)).toEqual([]);
    await store.commit("announce-approval", (tx) => tx.approvals.markClosed(approval));

    expect(await finished(store)).toEqual(["t1"]);
    const steps: number[] = [];
    for (let rows = 2; rows === 2;) {
      rows = await store.commit("forget", (tx) => tx.retention.removeFromTurn(toId("t1"), 2));
      steps.push(rows);
    }
    // Two artifacts, one of two calls, two steps, one image.
    expect(steps).toEqual([2, 2, 2, 0]);
    expect(await finished(store)).toEqual([]);

    expect(await store.read.turns.steps(toId("t1"))).toEqual([]);
    expect(await store.read.artifacts.byId("t1-c0-a")).toBeUndefined();
    expect(await store.read.artifacts.byId("t1-c1-a")).toBeUndefined();
    expect(await store.read.turns.ofCall(toId("t1-c0"))).toBeUndefined();
    expect(await store.read.turns.ofCall(toId("t1-c1"))).toBe("t1");
    expect((await store.read.images.load([toId("t1-i")])).size).toBe(0);
    expect(await store.read.approvals.byId(approval)).toMatchObject({ state: "confirmed" });
    expect(await store.read.inbox.byId(toId("t1-m"))).toMatchObject({ state: "taken" });
    expect(await store.read.turns.byId(toId("t1"))).toMatchObject({ state: "settled" });
  });

  test("turns that something still needs stay", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await addSession(store, "old", { endedAt: 100 });
    await addSession(store, "young", { endedAt: BEFORE });
    await addSession(store, "unsummarized", { endedAt: 100, recap: null });
    for (const [id, session] of [
      ["gone", "old"],
      ["carried", "old"],
      ["asks", "old"],
      ["to-learn", "old"],
      ["of-young", "young"],
      ["of-unsummarized", "unsummarized"],
    ] as const)
      await addFullTurn(store, id, { session });
    await store.commit("compact", async (tx) => {
      const inheritance = { summary: "", carried: [toId<"turn">("carried")] };
      await tx.sessions.start({ id: toId("open"), chat: p1, startedAt: 5, inheritance });
      await tx.sessions.count(toId("unsummarized"), { turn: toId("gone"), messages: 1 });
      await tx.approvals.add(approvalOf("asks-c1"));
      const end = { state: "settled", endedAt: 5, incident: null } as const;
      await tx.turns.end(toId("to-learn"), { ...end, isToLearnFrom: true });
    });
    await addFullTurn(store, "of-open", { session: "open" });
    await addFullTurn(store, "running", { session: "old", state: "running" });

    expect(await finished(store)).toEqual(["gone"]);
  });

  test("turns are read page by page, also where a page has none to remove", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await addSession(store, "old", { endedAt: 100 });
    for (const id of ["t1", "t2", "t3"]) await addFullTurn(store, id, { session: "old" });
    const carried = [toId<"turn">("t1"), toId<"turn">("t2")];
    await store.commit("compact", (tx) =>
      tx.sessions.start({
        id: toId("open"),
        chat: p1,
        startedAt: 5,
        inheritance: { summary: "", carried },
      }),
    );
    const first = await store.slow.retention.finishedTurns(BEFORE, { after: 0, limit: 2 });
    expect(first).toEqual({ turns: [], last: expect.any(Number) });
    const { last = 0 } = first;
    expect(await store.slow.retention.finishedTurns(BEFORE, { after: last, limit: 2 })).toEqual({
      turns: ["t3"],
      last: undefined,
    });
  });

  test("old events go, except those of a running turn", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await addSession(store, "s1", {});
    await addFullTurn(store, "t1", { session: "s1" });
    await addFullTurn(store, "t2", { session: "s1", state: "running" });
    const said = { type: "turn-start", messages: [] } as const;
    const events: readonly ChatEvent[] = [
      { type: "message-accepted", message: "m", from: "Ann", text: "hi", seq: 1, at: 1 },
      { ...said, turn: "t1", seq: 2, at: 2 },
      { ...said, turn: "t2", seq: 3, at: 3 },
      { ...said, turn: "t1", seq: 4, at: BEFORE },
    ];
    await store.commit("accept", (tx) => tx.events.add(p1, events));
    const { retention } = store.slow;
    expect(await retention.oldEvents(p1, BEFORE, page)).toEqual({ seqs: [1, 2], last: undefined });
    expect(await retention.oldEvents(p1, BEFORE, { after: 0, limit: 2 })).toEqual({
      seqs: [1, 2],
      last: 2,
    });
    expect(await store.commit("forget", (tx) => tx.retention.removeEvents(p1, [1, 2]))).toBe(2);
    expect(await store.read.events.since(p1, 0, 9)).toEqual(events.slice(2));
  });

  test("other rows go by their own age, unless something still needs them", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await addSession(store, "ended", { endedAt: 100, hasPrefix: true });
    await addSession(store, "open", { hasPrefix: true });
    await addFullTurn(store, "t1", { session: "ended" });
    await addFullTurn(store, "t2", { session: "open" });
    await store.commit("accept", async (tx) => {
      await addParts(tx);
      await addCommands(tx);
      await addRuns(tx);
      await addUntaken(tx);
      await addUsage(tx);
      for (const [call, at] of [
        ["c-old", 1],
        ["c-young", BEFORE],
      ] as const)
        await tx.egress.add({ ...charged, call: toId(call), at });
    });

    const old: Partial<Record<OldRowKind, unknown>> = {};
    for (const kind of OLD_ROW_KINDS) {
      const keys = await store.slow.retention.oldRows(kind, BEFORE, 10);
      old[kind] = keys;
      // A time that nothing is older than.
      expect(await remove(store, kind, { before: 0, keys })).toBe(0);
      expect(await remove(store, kind, { before: BEFORE, keys })).toBe(keys.length);
      expect(await store.slow.retention.oldRows(kind, BEFORE, 10)).toEqual([]);
    }
    expect(old).toEqual({
      outbox: [["sent"], ["dropped"]],
      deliveries: [],
      commands: [["ended"]],
      "job-runs": [["j1", 1]],
      images: [["ignored-i"]],
      usage: [[1]],
      prefixes: [["ended"]],
      egress: [["c-old"]],
    });
    const left = ["sent", "dropped", "waiting", "young"].map((id) => store.read.outbox.byId(id));
    expect((await Promise.all(left)).map((part) => part?.id)).toEqual([
      undefined,
      undefined,
      "waiting",
      "young",
    ]);
    expect((await store.read.jobs.runs(toId("j1"), 9)).map(({ instant }) => instant)).toEqual([
      3, 2,
    ]);
    expect((await store.read.images.load([toId("queued-i")])).size).toBe(1);
    expect(await store.read.sessions.open(toId("ended"))).toMatchObject({ frame: undefined });
    expect(await store.read.sessions.open(toId("open"))).toMatchObject({ frame: PREFIX });
    const days = await store.read.usage.summary(
      { tenant: "home", from: "1970-01-01", to: "1970-12-31" },
      "day",
    );
    expect(days).toMatchObject([{ calls: 3 }]);
  });

  test("an old delivery goes, unless it was replayed meanwhile", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const webhook = {
      tenant: "home",
      person: ann.id,
      url: "https://example.com",
      events: ["*"],
      description: "",
      secret: new Secret("s"),
      state: "on",
      reason: null,
      createdAt: 1,
    } as const;
    const event = { tenant: "home", type: "turn.settled", chat: p1, about: null, at: 1, body: {} };
    await store.commit("change-webhooks", async (tx) => {
      await tx.webhooks.add({ ...webhook, id: "w" });
      await tx.deliveries.publish([
        { ...event, id: "e1" },
        { ...event, id: "e2" },
      ]);
      for (const id of ["e1:w", "e2:w"]) await tx.deliveries.markSent(id, 10);
    });
    const keys = await store.slow.retention.oldRows("deliveries", BEFORE, 10);
    expect(keys).toEqual([["e1:w"], ["e2:w"]]);
    await store.commit("change-webhooks", (tx) => tx.deliveries.replay("e2:w", 11));
    expect(await remove(store, "deliveries", { before: BEFORE, keys })).toBe(1);
    expect(await store.read.deliveries.byId("e2:w")).toMatchObject({ state: "waiting" });
  });
}

const PREFIX = { system: ["You are kind."], pinned: "", tools: [] };

async function finished(store: Store): Promise<readonly TurnId[]> {
  return (await store.slow.retention.finishedTurns(BEFORE, page)).turns;
}

function remove(
  store: Store,
  kind: OldRowKind,
  { before, keys }: { before: number; keys: readonly (readonly (string | number)[])[] },
): Promise<number> {
  return store.commit("forget", (tx) => tx.retention.removeRows(kind, before, keys));
}

interface SessionChange {
  readonly endedAt?: number;
  readonly recap?: null;
  readonly hasPrefix?: boolean;
}

function addSession(
  store: Store,
  id: string,
  { endedAt, recap, hasPrefix }: SessionChange,
): Promise<void> {
  return store.commit("new-session", async (tx) => {
    await tx.sessions.start({ id: toId(id), chat: p1, startedAt: 1 });
    if (hasPrefix) await tx.sessions.setFrame(toId(id), PREFIX);
    if (endedAt === undefined) return;
    await tx.sessions.end(toId(id), { endedAt, reason: "new" });
    if (recap !== null) await tx.sessions.setSummary(toId(id), "They met.");
  });
}

/** Adds a turn with two steps, two calls with artifacts, and a message with an image. */
async function addFullTurn(
  store: Store,
  id: string,
  { session, state = "settled" }: { readonly session: string; readonly state?: Turn["state"] },
): Promise<void> {
  const turn = toId<"turn">(id);
  const openedBy = toId<"inbox">(`${id}-m`);
  await store.commit("claim", async (tx) => {
    await tx.inbox.add(newMessage(openedBy));
    await tx.images.add({ ...IMAGE, id: toId(`${id}-i`), message: openedBy });
    await tx.turns.add(newTurn(id, { session: toId(session), openedBy, state }));
    await tx.inbox.take([openedBy], turn);
    for (const n of [0, 1])
      await tx.turns.addStep(turn, { n, kind: "think", requestId: "r", input: "hello" });
    for (const position of [0, 1]) {
      const call = toId<"call">(`${id}-c${position}`);
      const artifact = toId<"artifact">(`${call}-a`);
      await tx.turns.addCalls(turn, 0, [newCall(call, { position })]);
      await tx.artifacts.add({ id: artifact, call, chat: p1, content: "long" });
    }
    if (state !== "running") await tx.turns.end(turn, { state, endedAt: 5, incident: null });
  });
}

const IMAGE = { mediaType: "image/png", bytes: 3, data: "AAEC" } as const;

function approvalOf(call: string) {
  return {
    id: toId<"approval">(`a-${call}`),
    call: toId<"call">(call),
    chat: p1,
    tool: "note_create",
    args: {},
    argsHash: "hash",
    effect: "write" as const,
    digest: "digest",
    preview: "Write it?",
    requester: ann.id,
    createdAt: 1,
    expiresAt: 2,
    edits: 0,
    needed: 1,
    revises: null,
    trace: "m1",
  };
}

function newPart(id: string, nextAt: number) {
  return {
    id,
    chat: p1,
    turn: toId<"turn">("t1"),
    position: 0,
    clientId: id,
    body: { type: "text", text: id } as const,
    nextAt,
  };
}

async function addParts(tx: Repositories): Promise<void> {
  await tx.outbox.add([newPart("sent", 5), newPart("dropped", 6), newPart("dead", 7)]);
  await tx.outbox.markSent("sent", "receipt");
  const failed = { attempts: 3, outages: 0, nextAt: 9, isDead: true, reason: "rejected" };
  for (const id of ["dropped", "dead"]) await tx.outbox.markFailed(id, failed);
  await tx.outbox.drop("dropped");
  await tx.outbox.add([newPart("waiting", 8), newPart("young", BEFORE)]);
  await tx.outbox.markSent("young", "receipt");
}

async function addCommands(tx: Repositories): Promise<void> {
  const command = {
    tenant: "home",
    chat: p1,
    person: ann.id,
    call: toId<"call">("t1-c0"),
    command: "true",
    ranIn: "bubblewrap",
  };
  await tx.execRecords.start({ ...command, id: "ended", startedAt: 5 });
  await tx.execRecords.start({ ...command, id: "started", startedAt: 6 });
  await tx.execRecords.end("ended", {
    state: "ended",
    exitCode: 0,
    reason: null,
    stdout: "",
    stderr: "",
    durationMs: 1,
  });
}

async function addRuns(tx: Repositories): Promise<void> {
  await tx.jobs.add(newJob("j1", { kind: "agent", text: "look" }));
  for (const [instant, state] of [
    [1, "done"],
    [2, "queued"],
    [3, "done"],
  ] as const)
    await tx.jobs.addRun({
      job: toId("j1"),
      instant,
      state,
      message: null,
      result: null,
      label: null,
      at: instant,
      owner: null,
      leaseUntil: 0,
    });
}

/** Adds messages with images that no turn took in: one is still waiting for its turn. */
async function addUntaken(tx: Repositories): Promise<void> {
  for (const [id, state] of [
    ["ignored", "ignored"],
    ["queued", "queued"],
  ] as const) {
    await tx.inbox.add(newMessage(id, { state }));
    await tx.images.add({ ...IMAGE, id: toId(`${id}-i`), message: toId(id) });
  }
}

/** Adds requests to models: of an ended session, of an open one, and a young one. */
async function addUsage(tx: Repositories): Promise<void> {
  const request = {
    step: 0,
    chat: p1,
    model: "offline/1",
    purpose: "think" as const,
    inputTokens: 1,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 1,
    reasoningTokens: 0,
    costNano: 1n,
    day: "1970-01-01",
  };
  await tx.usage.add({ ...request, turn: toId("t1"), at: 5 });
  await tx.usage.add({ ...request, turn: toId("t2"), at: 5 });
  await tx.usage.add({ ...request, turn: toId("t1"), at: BEFORE });
}
