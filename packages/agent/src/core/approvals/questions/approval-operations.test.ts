import { approvals } from "@reeve/operations/work/approvals";
import type { Tool } from "@reeve/sdk";
import type { Operation } from "@reeve/operations/operation";
import { expect, test } from "vitest";
import { ann } from "../../../store/testing/rows.ts";
import type { Decision } from "../../inbox.ts";
import { openTurnKit, toolThat } from "../../turns/testing/open-turn-kit.ts";
import { approvalOperations } from "./approval-operations.ts";
import { decide } from "./decide.ts";

/** Opens the chat `p1`, in which Ann was asked whether Bob is paid. */
async function openStory(own: Partial<Tool> = {}) {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit({ tools: [toolThat(own)] }));
  await kit.accept("m1");
  const id = await kit.ask("c1", "ton_send", { to: "Bob", command: "python pay.py" });
  const decisions: Decision[] = [];
  const operations = approvalOperations({
    ...kit.deps,
    inbox: {
      decide: async (decision) => {
        decisions.push(decision);
        return decide(decision, kit.deps);
      },
    },
    questionIn: ({ tool }, { chat, language }) => `${tool} in ${chat.id} (${language})`,
  });
  const owned = stack.move();
  return {
    ...kit,
    id,
    decisions,
    async ask(wanted: Operation, input: object, tenant = "home"): Promise<unknown> {
      const found = operations.find(({ operation }) => operation === wanted);
      const person = { ...ann, tenant };
      return found?.run(input, { person, channel: "cli", externalId: "p1" });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("questions of a tenant are listed, all or in one state", async () => {
  await using story = await openStory();
  const { id } = story;
  const page = { limit: 9 };
  expect(await story.ask(approvals.list, page)).toMatchObject({ items: [{ id }] });
  const pending = { ...page, state: "pending" };
  expect(await story.ask(approvals.list, pending)).toMatchObject({ items: [{ id }] });
  const done = { ...page, state: "done" };
  expect(await story.ask(approvals.list, done)).toMatchObject({ items: [] });
  expect(await story.ask(approvals.list, page, "other")).toMatchObject({ items: [] });
});

test("a question is shown in the caller's language, and to another tenant there is none", async () => {
  await using story = await openStory();
  const { id } = story;
  expect(await story.ask(approvals.show, { id })).toMatchObject({
    id,
    state: "pending",
    question: "ton_send in p1 (en)",
  });
  await expect(story.ask(approvals.show, { id }, "other")).rejects.toMatchObject({
    code: "missing",
    message: `Approval not found: ${id}`,
    hint: "List pending approvals: reeve approvals",
  });
});

test("an answer counts as said where the caller is, and is kept to learn from", async () => {
  await using story = await openStory();
  const { id } = story;
  expect(await story.ask(approvals.decide, { id, verdict: "deny" })).toEqual({
    outcome: "recorded",
  });
  expect(story.decisions).toMatchObject([
    { approval: id, verdict: "deny", by: ann, from: { channel: "cli", externalId: "p1" } },
  ]);
  expect(await story.ask(approvals.feedback, { limit: 9 })).toMatchObject({
    items: [{ approval: id, verdict: "deny" }],
  });
});

test("a grant is listed with its chat, and revoked by its own tenant only", async () => {
  await using story = await openStory();
  const { id } = story;
  await story.decide(id, { always: true });
  const page = { limit: 9 };
  expect(await story.ask(approvals.grants, page)).toMatchObject({
    items: [{ id, tool: "ton_send", surface: "cli", chat: "p1" }],
  });
  expect(await story.ask(approvals.grants, page, "other")).toMatchObject({ items: [] });
  const missing = {
    code: "missing",
    message: `Grant not found: ${id}`,
    hint: "List grants: reeve approvals grants",
  };
  await expect(story.ask(approvals.revoke, { id }, "other")).rejects.toMatchObject(missing);
  await story.ask(approvals.revoke, { id });
  expect(await story.ask(approvals.grants, page)).toMatchObject({ items: [] });
  await expect(story.ask(approvals.revoke, { id })).rejects.toMatchObject(missing);
});

test("a grant that covers more than it seems to says so, when it is made and later", async () => {
  await using story = await openStory({ effect: "exec" });
  const { id } = story;
  const warning = "python can run other programs, so this grant covers any command.";
  const always = { only: { command: "python *" } };
  expect(await story.ask(approvals.decide, { id, verdict: "allow", always })).toEqual({
    outcome: "recorded",
    warning,
  });
  expect(await story.ask(approvals.grants, { limit: 9 })).toMatchObject({
    items: [{ id, warning }],
  });
});

test("a grant that covers what it says has no warning", async () => {
  await using story = await openStory();
  const { id } = story;
  expect(await story.ask(approvals.decide, { id, verdict: "allow", always: true })).toEqual({
    outcome: "recorded",
  });
});
