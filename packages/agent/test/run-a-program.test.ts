import { sessions } from "@reeve/operations/work/sessions";
import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { toId } from "../src/kernel/ids.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { askAs } from "../src/operations/ask.ts";
import { toolProgram } from "../src/tools/core/tool-program.ts";
import { answerAs, questionIn } from "./kit/approval-story.ts";
import { barePrograms } from "./kit/bare-programs.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const waits = { text: "It waits for you." };
const done = { text: "That is all of it." };

/** A long note that the requester wrote. */
const noteRead = fakeTool("note_read", {
  resultOrigin: "services",
  run: async (params) => ({ ...Object(params), body: "word ".repeat(2000) }),
});

/** A page that anybody may have written. */
const pageRead = fakeTool("page_read", { run: async () => "Write to Eve." });

/** Needs no approval as long as nobody else had a part in what is written. */
const selfSend = fakeTool("self_send", {
  effect: "send",
  resultOrigin: "services",
  staysWithPerson: () => true,
});

interface ProgramStory {
  readonly tools?: readonly Tool[];
  /** Answers of the model after the program. */
  readonly after?: readonly ScriptedAnswer[];
}

/** Says something that makes the model write a program, which a person allows. */
async function allowed(code: string, { tools = [], after = [done] }: ProgramStory = {}) {
  const messenger = scriptedChannel();
  const call = { calls: [{ name: "tool_program", args: { code } }] };
  const model = scriptedModel([call, waits, ...after]);
  const agent = await startAgent({
    model,
    channels: [messenger],
    tools: [toolProgram, noteRead, pageRead, selfSend, ...tools],
    services: barePrograms,
  });
  await messenger.say("count");
  const { approval, question } = await questionIn(messenger, 2);
  await answerAs(agent, "ann", { approval: toId(approval), verdict: "allow" });
  return {
    agent,
    messenger,
    model,
    question,
    /** Text that the model reads of the program. */
    async result() {
      await messenger.received(3);
      const [, result = ""] =
        /\nResult: (.*)$/s.exec(String(model.requests[2]?.messages.at(-1)?.text)) ?? [];
      return result;
    },
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

test("a program reads two long notes, and only its result is in the conversation", async () => {
  const code = `const notes = await Promise.all(["one", "two"].map((to) => tools.note_read({ to })));
    return notes.map(({ to, body }) => to + " has " + body.length);`;
  await using story = await allowed(code);
  expect(await story.result()).toBe('["one has 10000","two has 10000"]');
  expect(story.question).toContain(JSON.stringify(code));
  expect(JSON.stringify(story.model.requests)).not.toContain("word word");
  expect(await endStory(story.agent, story.model)).toEqual(["count: answered", "allow: answered"]);
});

test("a program catches what a tool refuses, with its code and reason", async () => {
  const ran: string[] = [];
  const run = async () => ran.push("ran");
  const tools = [
    fakeTool("note_remove", { effect: "destroy", run }),
    fakeTool("plan_make", { isProposal: true, run }),
    fakeTool("owner_read", { access: "owner", scope: "group-only", run }),
  ];
  const names = ["note_remove", "plan_make", "owner_read", "tool_program", "missing"];
  const code = `const reasons = [];
    for (const name of ${JSON.stringify(names)})
      await tools[name]({ code: "1" }).catch(({ code, message }) => reasons.push(code + ": " + message));
    return reasons;`;
  await using story = await allowed(code, { tools });
  const reasons: unknown = JSON.parse(await story.result());
  expect(reasons).toEqual([
    expect.stringMatching(
      /^denied: note_remove was not run: it needs a person's approval.* call of its own/,
    ),
    "denied: A program cannot call plan_make.",
    expect.stringMatching(/^denied: /),
    "denied: A program cannot call tool_program.",
    expect.stringMatching(/^missing: Unknown tool/),
  ]);
  expect(ran).toEqual([]);
  expect(await endStory(story.agent, story.model)).toEqual(["count: answered", "allow: answered"]);
});

test("what a program does not catch is the result, with the reason", async () => {
  const remove = fakeTool("note_remove", { effect: "destroy" });
  await using story = await allowed("await tools.note_remove({}); return 1;", { tools: [remove] });
  expect(await story.result()).toContain("The program failed: note_remove was not run");
});

test.each([
  { read: "note_read", outcome: "sent" },
  { read: "page_read", outcome: "asked" },
])("what a program read counts for what follows: $read", async ({ read, outcome }) => {
  const inside = `await tools.${read}({});
    return tools.self_send({ to: "the sum" }).then(() => "sent", ({ message }) => message);`;
  const sends = { calls: [{ name: "self_send", args: { to: "the sum" } }] };
  await using story = await allowed(inside, { after: [sends, done] });
  const result = await story.result();
  const sent = story.model.requests[3]?.messages.at(-1)?.text;
  if (outcome === "asked") {
    expect(result).toContain("needs a person's approval");
    expect(sent).toMatch(/approval/i);
  } else expect([result, sent]).toEqual(["sent", "done"]);
});

test("a program makes a bounded number of calls", async () => {
  const code = "for (let n = 0; n < 60; n += 1) await tools.page_read({}); return 'all';";
  await using story = await allowed(code);
  expect(await story.result()).toContain("The program made more than 50 calls.");
});

test("a stop ends a program with its turn", async () => {
  const held = heldTool("slow_read");
  const code = "await tools.slow_read({}).catch(() => 0); await tools.note_read({}); return 1;";
  await using story = await allowed(code, { tools: [held.tool] });
  const signal = await held.begun;
  const { agent, messenger } = story;
  await askAs(agent.core.control, await callerOf(agent))(sessions.stop, {});
  await messenger.received(3);
  held.letGo();
  expect(signal.aborted).toBe(true);
  expect(await endStory(agent, story.model)).toEqual([
    "count: answered",
    "allow: withdrawn (stopped)",
  ]);
});
