import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { ann, bob, newChat } from "../../../store/testing/rows.ts";
import { openTurnKit, toolThat } from "../../turns/testing/open-turn-kit.ts";
import { decide, type DecideDeps, recordDecision } from "./decide.ts";
import { expire } from "./expire.ts";
import { withRepositories } from "../../../store/testing/with-repositories.ts";

const p1 = toId<"chat">("p1");

/** A chat in which it was asked whether Bob is paid. */
async function askAnn() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [toolThat()] }));
  await kit.accept("m1");
  const id = await kit.ask("c1", "ton_send", { to: "Bob" });
  const shown = await kit.store.read.approvals.byId(id);
  if (!shown) throw new Error("nobody was asked");
  const owned = stack.move();
  return {
    ...kit,
    id,
    /** The question as it was before anybody answered. */
    shown,
    now: () => kit.store.read.approvals.byId(id),
    decisions: async () => {
      const queued = await kit.store.read.inbox.queued(p1, kit.time.now);
      return queued.map(({ body }) => body);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("an answer is recorded, and carried out once", async () => {
  await using asked = await askAnn();
  expect(await asked.decide(asked.id)).toBe("recorded");
  expect(await asked.now()).toMatchObject({ state: "confirmed", decidedBy: "ann" });
  expect(await asked.decisions()).toMatchObject([
    { kind: "decision", approval: asked.id, verdict: "allow", name: "Ann", role: "owner" },
  ]);
  expect(await asked.store.read.approvals.feedback(9)).toMatchObject([
    { approval: asked.id, verdict: "allow" },
  ]);
  expect(await asked.decide(asked.id, { verdict: "deny" })).toBe("too-late");
  expect(await asked.decisions()).toHaveLength(1);
});

test("an answer that another one overtook in the same moment changes nothing", async () => {
  await using asked = await askAnn();
  await asked.decide(asked.id, { verdict: "deny", by: { ...bob, role: "admin" } });

  // As on a database whose transactions read side by side: the question looks open.
  const recorded = await asked.store.commit("decide", (tx) => {
    const approvals = { ...tx.approvals, byId: async () => asked.shown };
    const decision = { approval: asked.id, verdict: "allow", by: ann, always: true } as const;
    const deps = { ...asked.deps, edited: undefined, decidedIn: undefined };
    return recordDecision(withRepositories(tx, { approvals }), decision, deps);
  });

  expect(recorded).toEqual({ outcome: "too-late", facts: [] });
  expect(await asked.now()).toMatchObject({ state: "cancelled", decidedBy: "bob" });
  expect(await asked.decisions()).toMatchObject([{ verdict: "deny" }]);
  expect(await asked.store.read.approvals.grants(p1, asked.time.now)).toEqual([]);
  expect(await asked.store.read.approvals.feedback(9)).toHaveLength(1);
});

test("a question that was answered in time does not expire", async () => {
  await using asked = await askAnn();
  await asked.decide(asked.id);

  const facts = await asked.store.commit("expire-approval", (tx) =>
    expire(tx, asked.shown, { ...asked.deps, now: asked.shown.expiresAt }),
  );

  expect(facts).toBe(undefined);
  expect((await asked.now())?.state).toBe("confirmed");
  expect(await asked.store.read.approvals.feedback(9)).toHaveLength(1);
});

test("an answer at the time at which a question ends is too late, and ends it", async () => {
  await using asked = await askAnn();
  asked.time.now = asked.shown.expiresAt;
  expect(await asked.decide(asked.id)).toBe("too-late");
  expect((await asked.now())?.state).toBe("expired");
  expect(await asked.decisions()).toEqual([]);
  expect(await asked.store.read.approvals.feedback(9)).toMatchObject([{ verdict: "expired" }]);
});

test("an answer just before a question ends counts", async () => {
  await using asked = await askAnn();
  asked.time.now = asked.shown.expiresAt - 1;
  expect(await asked.decide(asked.id)).toBe("recorded");
});

test("a grant that has ended before it begins is refused, and the question stays open", async () => {
  await using asked = await askAnn();
  const until = asked.time.now;
  await expect(asked.decide(asked.id, { always: { until } })).rejects.toMatchObject({
    code: "invalid",
    message: `The grant would end in the past: ${new Date(until).toISOString()}`,
    hint: "Choose a later date.",
  });
  expect(await asked.now()).toMatchObject({ state: "pending" });
  expect(await asked.decide(asked.id, { always: { until: until + 1 } })).toBe("recorded");
});

test("a decision joins the queue of its chat with the trust of who made it", async () => {
  await using asked = await askAnn();
  await asked.decide(asked.id, { by: { ...bob, role: "admin" }, reason: "fine" });
  expect(await asked.store.read.inbox.queued(p1, asked.time.now)).toMatchObject([
    {
      messageId: `decision:${asked.id}`,
      edit: 0,
      author: "bob",
      body: { kind: "decision", verdict: "allow", name: "Bob", role: "admin", reason: "fine" },
      label: { integrity: "member", audience: "place:p1" },
      state: "queued",
      receivedAt: asked.time.now,
      trace: asked.shown.trace,
    },
  ]);
  expect(await asked.store.read.chats.nextDue()).toBe(asked.time.now);
});

const at = (externalId: string, channel = "cli") => ({ from: { channel, externalId } });

test("where a decision was made is known, in a shared address by its person", async () => {
  await using asked = await askAnn();
  const { read } = asked.store;
  await asked.store.commit("accept", async (tx) => {
    await tx.chats.add(newChat("p2", { externalId: "team", uid: "ann" }));
    await tx.chats.add(newChat("p3", { externalId: "team", uid: "bob" }));
    await tx.chats.add(newChat("p4", { externalId: "p1", channel: "phone", uid: "ann" }));
  });
  const admin = { ...bob, role: "admin" } as const;
  const placed = async (change: Parameters<typeof asked.decide>[1]) => {
    await asked.accept(`m${asked.time.now}`);
    const id = await asked.ask(`c${(asked.time.now += 1)}`, "ton_send", { to: "Bob" });
    await asked.decide(id, { verdict: "deny", ...change });
    const closed = await read.approvals.unannounced(9);
    const place = closed.find((one) => one.id === id)?.decidedIn;
    await asked.answer(await asked.claim());
    return place;
  };
  await asked.decide(asked.id, { verdict: "deny" });
  await asked.answer(await asked.claim());
  expect(await placed({})).toBe(null);
  expect(await placed(at("p1"))).toBe("p1");
  expect(await placed({ ...at("team"), by: admin })).toBe("p3");
  expect(await placed(at("team"))).toBe("p2");
  expect(await placed(at("p1", "phone"))).toBe("p4");
  expect(await placed(at("nowhere"))).toBe(null);
});

test("members may not answer, and questions of another tenant are not found", async () => {
  await using asked = await askAnn();
  await expect(asked.decide(asked.id, { by: bob })).rejects.toMatchObject({
    code: "denied",
    message: "Only the owner and admins can approve or deny requests.",
  });
  const missing = {
    code: "missing",
    message: `Approval not found: ${asked.id}`,
    hint: "List pending approvals: reeve approvals",
  };
  const by = { ...ann, tenant: "other" };
  await expect(asked.decide(asked.id, { by })).rejects.toMatchObject(missing);
  await expect(asked.decide(toId("none"))).rejects.toMatchObject({ code: "missing" });
  expect(await asked.now()).toMatchObject({ state: "pending" });
});

test.each([
  [{ verdict: "deny" }, "deny"],
  [{ verdict: "allow", always: true }, "always"],
  [{ verdict: "allow", args: { to: "Eve" } }, "edit"],
  [{ verdict: "revise", reason: "less" }, "revise"],
] as const)("an answer is kept to learn from: %j is %s", async (change, verdict) => {
  await using asked = await askAnn();
  await asked.decide(asked.id, change);
  expect(await asked.store.read.approvals.feedback(9)).toMatchObject([{ verdict }]);
});

test.each(["respond", "revise"] as const)("%s says what to do", async (verdict) => {
  await using asked = await askAnn();
  for (const reason of [undefined, " "])
    await expect(asked.decide(asked.id, { verdict, reason })).rejects.toMatchObject({
      code: "invalid",
      message: `"${verdict}" requires a reason.`,
      hint: "Add the answer or the changes you want.",
    });
  expect(await asked.decide(asked.id, { verdict, reason: "less" })).toBe("recorded");
});

test("a grant is bound to what was shown, a pattern, a limit and an end, as far as they are given", async () => {
  await using asked = await askAnn();
  const always = {
    these: true,
    only: { to: "B*" },
    perDay: { argument: "to", amount: "ten" },
    until: asked.time.now + 5,
  };
  await expect(asked.decide(asked.id, { always })).rejects.toMatchObject({
    code: "invalid",
    message: '"ten" is not a valid amount.',
    hint: "Example: 10.5",
  });
  const perDay = { argument: "to", amount: "10" };
  await expect(asked.decide(asked.id, { always: { perDay } })).rejects.toMatchObject({
    code: "invalid",
    message: 'This call\'s argument "to" is not an amount.',
    hint: "Choose an argument that contains an amount.",
  });
  const { perDay: _, ...rest } = always;
  await asked.decide(asked.id, { always: rest });
  expect(await asked.store.read.approvals.grants(p1, asked.time.now)).toMatchObject([
    {
      id: asked.id,
      tool: "ton_send",
      argsHash: asked.shown.argsHash,
      pattern: { to: "B*" },
      grantedBy: "ann",
      until: asked.time.now + 5,
    },
  ]);
});

test("a call that runs programs is allowed for good only within bounds", async () => {
  await using kit = await openTurnKit({ tools: [toolThat({ name: "exec_run", effect: "exec" })] });
  await kit.accept("m1");
  const id = await kit.ask("c1", "exec_run", { command: "git status", n: "7" });
  for (const always of [true, {}, { only: {} }, { only: { command: "* *" } }])
    await expect(kit.decide(id, { always })).rejects.toMatchObject({
      code: "invalid",
      message: "exec_run cannot be granted permanently for all arguments.",
      hint: 'Grant only these exact arguments, or a pattern such as command="git status*".',
    });
  expect(await kit.decide(id, { always: { only: { command: "git *", n: "*" } } })).toBe("recorded");
});

test("these exact arguments are bound enough", async () => {
  await using kit = await openTurnKit({ tools: [toolThat({ name: "exec_run", effect: "exec" })] });
  await kit.accept("m1");
  const id = await kit.ask("c1", "exec_run", { command: "git status" });
  expect(await kit.decide(id, { always: { these: true } })).toBe("recorded");
});

test("a call that needs several is not edited, not granted for good, and not allowed by who asked", async () => {
  const settings = { approversFor: () => 2 };
  await using kit = await openTurnKit({ tools: [toolThat()], settings });
  await kit.accept("m1");
  const id = await kit.ask("c1", "ton_send", { to: "Bob" });
  const by = { ...bob, role: "admin" } as const;
  await expect(kit.decide(id, { by, args: { to: "Eve" } })).rejects.toMatchObject({
    code: "invalid",
    message: "A call that needs 2 approvers cannot be edited.",
    hint: 'To change it, use "revise" with a reason. The model then asks again.',
  });
  await expect(kit.decide(id, { by, always: true })).rejects.toMatchObject({
    code: "invalid",
    message: "A call that needs 2 approvers cannot be granted permanently.",
    hint: "Allow the call once instead.",
  });
  await expect(kit.decide(id)).rejects.toMatchObject({
    code: "denied",
    message: "This needs 2 approvers other than the requester.",
    hint: "Someone else must allow the call. The requester can only deny it.",
  });
  expect(await kit.decide(id, { verdict: "deny" })).toBe("recorded");
});

const question: DecideDeps["question"] = ({ name, params, agent, language }) =>
  `${name} ${JSON.stringify(params)} by ${agent} in ${language}`;

test("a call that a person changed is put anew, in English, for the agent that goes on", async () => {
  await using asked = await askAnn();
  const deps = { ...asked.deps, question, agentIn: () => "writer" };
  const args = { to: "Eve" };
  await decide({ approval: asked.id, verdict: "allow", by: ann, args }, deps);
  expect(await asked.now()).toMatchObject({
    state: "confirmed",
    args,
    preview: 'ton_send {"to":"Eve"} by writer in en',
    edits: 1,
  });
});
