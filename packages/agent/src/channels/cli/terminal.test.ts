import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { Fault } from "@reeve/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { ChatEventBody, LiveEvent } from "../../kernel/chat-event.ts";
import { runTerminal } from "./terminal.ts";
import { type FakeClient, fakeClient, numberFacts } from "./testing/fake-client.ts";
import { VirtualTerminal } from "./testing/virtual-terminal.ts";
import { anyApproval } from "../../operations/testing/any-approval.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const BANNER = `Reeve 0.1.0 · offline/rules
Type "help" to begin · /help for commands · Ctrl-D to quit
`;

let folder: string;
let leave: AbortController;
const running: Promise<number>[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-terminal-"));
  leave = new AbortController();
});

afterEach(async () => {
  leave.abort();
  await Promise.allSettled(running.splice(0));
  await rm(folder, { recursive: true, force: true });
});

const started: Extract<ChatEventBody, { type: "turn-start" }> = {
  type: "turn-start",
  turn: "t1",
  messages: ["i1"],
};
const think: LiveEvent = { type: "think-start", turn: "t1", step: 0 };
const delta = (text: string, step = 0): LiveEvent => ({
  type: "text-delta",
  turn: "t1",
  step,
  delta: text,
});
const endOf = (text: string): Extract<ChatEventBody, { type: "turn-end" }> => ({
  type: "turn-end",
  turn: "t1",
  outcome: "answered",
  reply: [{ type: "text", text }],
});
const call = { turn: "t1", call: "c1", name: "note_list" } as const;
const asking: ChatEventBody = {
  type: "approval-request",
  turn: "t1",
  approval: "a1",
  tool: "note_delete",
  args: { id: "n1" },
  question: "Delete the note?",
  expires: 1,
};

interface Started {
  readonly client: FakeClient;
  readonly screen: VirtualTerminal;
  readonly type: (keys: string) => void;
  readonly ended: Promise<number>;
}

/** A terminal in front of a person, with the clients that reconnecting gives, in order. */
async function start(
  options: { later?: readonly FakeClient[]; columns?: number } = {},
): Promise<Started> {
  const later = [...(options.later ?? [])];
  const client = fakeClient();
  const input = new PassThrough();
  const screen = new VirtualTerminal(options.columns ?? 70);
  let messages = 0;
  const ended = runTerminal({
    client,
    async reconnect() {
      const next = later.shift();
      if (next) return next;
      throw new Fault("unavailable", "No agent comes back.");
    },
    externalId: "main",
    input,
    output: screen,
    historyFile: path.join(folder, "history"),
    newId: () => `m${(messages += 1)}`,
    signal: leave.signal,
    spinnerMs: 1e6,
  });
  running.push(ended);
  await screen.until((shown) => shown.endsWith("\n›"));
  return { client, screen, ended, type: (keys) => input.write(keys) };
}

async function happensUntil(
  { client, screen }: Pick<Started, "client" | "screen">,
  events: readonly LiveEvent[],
  end: string,
): Promise<string> {
  const before = screen.shown;
  client.happen(...events);
  await screen.until((shown) => shown !== before && shown.endsWith(end));
  return screen.shown;
}

test("streams an answer as rendered Markdown, once, above the prompt", async () => {
  const terminal = await start();
  const fact = numberFacts();
  const events = [fact(started), think, delta("# Hi\nIt is **no"), delta("on**.")];
  expect(await happensUntil(terminal, events, "It is noon.\n›")).toBe(
    `${BANNER}\nHi\nIt is noon.\n›`,
  );
  const end = fact(endOf("# Hi\nIt is **noon**."));
  expect(await happensUntil(terminal, [end], "\n\n›")).toBe(`${BANNER}\nHi\nIt is noon.\n\n›`);
});

test("an answer that was not streamed is shown whole", async () => {
  const terminal = await start();
  const fact = numberFacts();
  const shown = await happensUntil(terminal, [fact(started), fact(endOf("All *done*."))], "\n\n›");
  expect(shown).toBe(`${BANNER}\nAll done.\n\n›`);
});

test("a call has a spinner that becomes one row with its result", async () => {
  const terminal = await start();
  const fact = numberFacts();
  const events = [
    fact(started),
    delta("Let me look."),
    fact({ type: "step-text", turn: "t1", step: 0, text: "Let me look." }),
    fact({ type: "tool-start", ...call, args: {} }),
  ];
  expect(await happensUntil(terminal, events, "⠋ note_list\n›")).toBe(
    `${BANNER}\nLet me look.\n⠋ note_list\n›`,
  );
  const rest = [
    fact({ type: "tool-end", ...call, outcome: "value", summary: "2\nnotes\u001B[2J" }),
    fact({ type: "tool-end", ...call, call: "c2", outcome: "fault", summary: "x".repeat(200) }),
    fact(endOf("Two.")),
  ];
  const shown = await happensUntil(terminal, rest, "\n\n›");
  expect(shown).toMatch(/\n✓ note_list {2}2 notes\n✗ note_list\b.*…\nTwo\.\n\n›$/);
});

test("what is being typed stays as it is when output arrives above it", async () => {
  const terminal = await start({ columns: 20 });
  terminal.type("a line that is longer than a row");
  await terminal.screen.until((shown) => shown.endsWith("than a row"));
  const fact = numberFacts();
  const first = [fact(started), delta("Some text that needs two rows.\n")];
  terminal.client.happen(...first);
  await terminal.screen.until((shown) => shown.includes("two rows."));
  expect(terminal.screen.shown).toMatch(
    /\nSome text that needs\ntwo rows\.\n.*\n?› a line that is lon\nger than a row$/,
  );
  terminal.type("!\r");
  await terminal.screen.until((shown) => shown.endsWith("\n›"));
  const deliver = { message: "m1", text: "a line that is longer than a row!" };
  expect(terminal.client.asked).toContainEqual({ deliver });
  expect(terminal.screen.shown).toMatch(/\n› a line that is lon\nger than a row!\n.*\n?›$/);
});

test("what is typed while a turn runs is sent at once", async () => {
  const { client, screen, type } = await start();
  client.happen(numberFacts()(started));
  type("hello\r");
  await screen.until((shown) => shown.includes("› hello\n"));
  expect(client.asked).toContainEqual({ deliver: { message: "m1", text: "hello" } });
});

test("a pasted text of several lines is one message", async () => {
  const { client, screen, type } = await start();
  type("see \u001B[200~one\r\ntwo\r\u001B[201~");
  await screen.until((shown) => shown.includes("two"));
  expect(client.asked).toEqual([{ since: 0 }]);
  type("\r");
  await screen.until((shown) => shown.endsWith("\n›"));
  expect(client.asked).toContainEqual({ deliver: { message: "m1", text: "see one\ntwo" } });
});

test("messages from elsewhere are shown, its own only as they were typed", async () => {
  const { client, screen, type } = await start();
  type("mine\r");
  await screen.until((shown) => shown.includes("› mine\n"));
  const fact = numberFacts();
  client.happen(
    fact({ type: "message-accepted", message: "i1", from: "Ann", text: "mine" }),
    fact({ type: "message-accepted", message: "i2", from: "Ann", text: "theirs" }),
  );
  await screen.until((shown) => shown.includes("theirs"));
  expect(screen.shown).toBe(`${BANNER}\n› mine\nAnn: theirs\n›`);
});

test.each([
  ["a", { verdict: "allow" }],
  ["yes", { verdict: "allow" }],
  ["w", { verdict: "allow", always: true }],
  ["d", { verdict: "deny" }],
  ["r the other one", { verdict: "revise", reason: "the other one" }],
  ["say it is gone already", { verdict: "respond", reason: "it is gone already" }],
  ["deny it is still needed", { verdict: "deny", reason: "it is still needed" }],
])("an approval is a question that %j answers", async (typed, decision) => {
  const { client, screen, type } = await start();
  client.happen(numberFacts()(asking));
  await screen.until((shown) => shown.endsWith("\nallow? ›"));
  expect(screen.shown).toBe(
    `${BANNER}\n? Delete the note?\n  note_delete {"id":"n1"}\n` +
      "  (a)llow · (d)eny why · (e)dit · (r)evise how · (s)ay what · al(w)ays\nallow? ›",
  );
  type(`${typed}\r`);
  await screen.until((shown) => shown.endsWith("\n›"));
  expect(client.asked).toContainEqual({ decide: { approval: "a1", ...decision } });
});

test("arguments are edited in place, and read again until they are JSON", async () => {
  const { client, screen, type } = await start();
  client.happen(numberFacts()(asking));
  await screen.until((shown) => shown.endsWith("\nallow? ›"));
  type("e\r");
  await screen.until((shown) => shown.endsWith('\narguments › {"id":"n1"}'));
  type("}\r");
  await screen.until((shown) => shown.includes("Invalid JSON."));
  await screen.until((shown) => shown.endsWith('\narguments › {"id":"n1"}}'));
  type('\u0015{"id":"n2"}\r');
  await screen.until((shown) => shown.endsWith("\n›"));
  const decide = { approval: "a1", verdict: "allow", args: { id: "n2" } };
  expect(client.asked).toContainEqual({ decide });
});

test("while a question is open, anything else is a message; decided elsewhere, it goes away", async () => {
  const { client, screen, type } = await start();
  const fact = numberFacts();
  client.happen(fact(asking));
  await screen.until((shown) => shown.endsWith("\nallow? ›"));
  type("which note is that?\r");
  await screen.until((shown) => shown.includes("› which note"));
  expect(client.asked).toContainEqual({ deliver: { message: "m1", text: "which note is that?" } });
  client.happen(fact({ type: "approval-decision", approval: "a1", verdict: "deny", by: "Ann" }));
  await screen.until((shown) => shown.endsWith("\n›"));
});

test("a question from another chat says who asked, and how many have to allow it", async () => {
  const { client, screen, type } = await start();
  const fact = numberFacts();
  client.happen(fact({ ...asking, needed: 2, asked: "Bob, in phone/7" }));
  await screen.until((shown) => shown.endsWith("\nallow? ›"));
  expect(screen.shown).toContain(
    '\n  note_delete {"id":"n1"}\n  requested by Bob, in phone/7\n  needs 2 approvals\n',
  );
  const vote = { type: "approval-vote", approval: "a1", by: "Cid", given: 1, needed: 2 } as const;
  client.happen(fact(vote));
  await screen.until((shown) => shown.includes("Cid allowed it (1 of 2)."));
  client.happen(fact({ type: "approval-decision", approval: "a1", verdict: "expired", by: "" }));
  await screen.until((shown) => shown.endsWith("\n›"));
  expect(screen.shown).toContain("An approval expired without a decision; the call was not run.");
  type("/link\r");
  await screen.until((shown) => shown.includes("There is no sessions.commands."));
});

test("/approvals asks again what is still open", async () => {
  const { client, screen, type } = await start();
  const open = { ...anyApproval, id: "a9" };
  client.answers["approvals.list"] = { items: [open], next: null };
  type("/approvals\r");
  await screen.until((shown) => shown.endsWith("\nallow? ›"));
  expect(screen.shown).toContain("\n? Bid?\n  dns_bid {}\n");
});

test("Ctrl-C stops the running turn, and a second one leaves", async () => {
  const { client, screen, type, ended: code } = await start();
  const fact = numberFacts();
  client.happen(fact(started));
  await screen.until((shown) => shown.includes("⠋ …"));
  type(CTRL_C);
  await screen.until((shown) => shown.includes("Stopping. Press Ctrl-C again to quit."));
  expect(client.asked.at(-1)).toBe("stop");
  type(CTRL_C);
  expect(await code).toBe(0);
  expect(client.isClosed).toBe(true);
});

test("Ctrl-C while nothing runs empties the line and says how to leave; a second one leaves", async () => {
  const { screen, type, ended: code } = await start();
  type("half a sen");
  await screen.until((shown) => shown.endsWith("› half a sen"));
  type(CTRL_C);
  await screen.until((shown) => shown.endsWith("Press Ctrl-C again or Ctrl-D to quit.\n›"));
  type(`another\r`);
  await screen.until((shown) => shown.includes("› another\n"));
  type(CTRL_C);
  await screen.until((shown) => shown.split("Press Ctrl-C again").length === 3);
  type(CTRL_C);
  expect(await code).toBe(0);
});

test("a question that a turn raises is asked when the turn has ended, right above the prompt", async () => {
  const terminal = await start();
  const fact = numberFacts();
  const pending: ChatEventBody = {
    type: "tool-end",
    ...call,
    outcome: "pending",
    summary: "waits",
  };
  const events = [fact(started), fact(asking), fact(pending), fact(endOf("I wait for you."))];
  expect(await happensUntil(terminal, events, "\nallow? ›")).toBe(
    `${BANNER}
? note_list  waits
I wait for you.

? Delete the note?
  note_delete {"id":"n1"}
  (a)llow · (d)eny why · (e)dit · (r)evise how · (s)ay what · al(w)ays
allow? ›`,
  );
});

test("a result that is JSON is shown without its marks", async () => {
  const terminal = await start();
  const fact = numberFacts();
  const summary = '{"notes":[{"id":"n1","text":"a \\"b\\"\\nc, d","tags":[]';
  const done: ChatEventBody = { type: "tool-end", ...call, outcome: "value", summary };
  const shown = await happensUntil(
    terminal,
    [fact(started), fact(done), fact(endOf("Ok."))],
    "\n\n›",
  );
  expect(shown).toContain("✓ note_list  notes: id: n1 · text: a b c, d · tags:\n");
});

test.each([
  ["Ctrl-D", CTRL_D],
  ["/exit", "/exit\r"],
])("%s leaves", async (_what, keys) => {
  const { type, ended: code } = await start();
  type(keys);
  expect(await code).toBe(0);
});

test("a command of the agent is sent as a message, and what it says is shown", async () => {
  const { client, screen, type } = await start();
  const fact = numberFacts();
  client.answers["sessions.commands"] = {
    items: [
      { name: "tasks", usage: "/tasks", summary: "show your open tasks" },
      { name: "approvals", usage: "/approvals", summary: "as a message" },
    ],
    next: null,
  };
  type("/tasks all\r");
  await screen.until((shown) => shown.includes("› /tasks all\n"));
  const reply = [
    { type: "text", text: "- water the plants", links: "plain" },
    {
      type: "file",
      name: "me.jsonl",
      mediaType: "x/y",
      path: "/home/ann/me.jsonl",
      text: "Yours:",
    },
  ] as const;
  client.happen(fact({ type: "said", id: "command:i1", cause: "command", about: "i1", reply }));
  await screen.until((shown) => shown.includes("water the plants\nYours:\n/home/ann/me.jsonl\n"));
  expect(client.asked.slice(1)).toEqual([
    { ask: "sessions.commands", input: { limit: 200 } },
    { deliver: { message: "m1", text: "/tasks all" } },
  ]);
});

test("the terminal lists all commands with its own, and knows no others", async () => {
  const { client, screen, type } = await start();
  client.answers["sessions.commands"] = {
    items: [
      { name: "tasks", usage: "/tasks", summary: "show your open tasks" },
      { name: "approvals", usage: "/approvals", summary: "as a message" },
      { name: "help", usage: "/help", summary: "as a message" },
    ],
    next: null,
  };
  type("/help\r");
  await screen.until((shown) =>
    shown.includes(
      [
        "/approvals  pending approvals",
        "/exit       quit (Ctrl-D)",
        "/help       this list",
        "/tasks      show your open tasks",
        "All other input is sent as a message, even while a turn is running.",
      ].join("\n"),
    ),
  );
  type("/dance\r");
  await screen.until((shown) => shown.includes("Unknown command /dance. Type /help for a list."));
  expect(client.asked.some((asked) => JSON.stringify(asked).includes("deliver"))).toBe(false);
});

test("a fault of the agent is shown with what to do about it, and the chat goes on", async () => {
  const { screen, type } = await start();
  type("/status\r");
  await screen.until((shown) => shown.includes("✗ There is no sessions.commands. Try another.\n›"));
});

test("a turn that failed shows its notice and incident", async () => {
  const terminal = await start();
  const fact = numberFacts();
  const failed: ChatEventBody = {
    type: "turn-end",
    turn: "t1",
    outcome: "failed",
    reply: [{ type: "notice", code: "failed", text: "That did not work." }],
    incident: "x1",
  };
  const shown = await happensUntil(
    terminal,
    [fact(started), delta("So far"), fact(failed)],
    "\n\n›",
  );
  expect(shown).toBe(`${BANNER}\nSo far\nThat did not work.\nIncident x1\n\n›`);
});

test("a lost connection is told once; nothing is shown twice and nothing is lost", async () => {
  const [broken, next] = [fakeClient(), fakeClient()];
  broken.close();
  const { client, screen, type } = await start({ later: [broken, next] });
  const fact = numberFacts();
  const first = [fact(started), fact(endOf("One."))];
  client.happen(...first);
  await screen.until((shown) => shown.includes("One."));
  client.close();
  type("are you there?\r");
  await screen.until((shown) => shown.includes("› are you there?"));
  next.happen(...first, fact({ ...started, turn: "t2" }), fact({ ...endOf("Two."), turn: "t2" }));
  await screen.until((shown) => shown.includes("Two."));

  expect(screen.shown.match(/One\./g)).toHaveLength(1);
  expect(screen.shown.match(/Connection lost\. Reconnecting/g)).toHaveLength(1);
  expect(next.asked).toEqual([
    { deliver: { message: "m1", text: "are you there?" } },
    { since: 2 },
  ]);
});

test("text that was streamed before the connection broke is completed, not repeated", async () => {
  const next = fakeClient();
  const { client, screen } = await start({ later: [next] });
  const fact = numberFacts();
  client.happen(fact(started), think, delta("Hello **wor"));
  await screen.until((shown) => shown.includes("Hello"));
  client.close();
  await screen.until((shown) => shown.includes("Connection lost."));
  next.happen(delta("!"), fact(endOf("Hello **world**, there!")));
  await screen.until((shown) => shown.endsWith("\n\n›"));
  expect(screen.shown).toBe(`${BANNER}\nConnection lost. Reconnecting …\nHello world, there!\n\n›`);
});

test("a thought that begins again voids what was streamed of it", async () => {
  const terminal = await start();
  const fact = numberFacts();
  const events = [
    fact(started),
    think,
    delta("Hel"),
    think,
    delta("Good day."),
    fact(endOf("Good day.")),
  ];
  expect(await happensUntil(terminal, events, "\n\n›")).toBe(
    `${BANNER}\nHel\n(starting over)\nGood day.\n\n›`,
  );
});

test("leaving takes no other connection", async () => {
  const next = fakeClient();
  const { client, type, ended: code } = await start({ later: [next] });
  type(CTRL_D);
  await code;
  await client.closed;
  await new Promise(setImmediate);
  expect(next.asked).toEqual([]);
});

test("ends with the fault when no agent comes back", async () => {
  const { client, ended: code } = await start();
  client.close();
  await expect(code).rejects.toMatchObject({ message: "No agent comes back." });
});

test("keeps what was entered for the next time", async () => {
  const first = await start();
  first.type("hello\r");
  await first.screen.until((shown) => shown.includes("› hello\n"));
  first.type(CTRL_D);
  await first.ended;
  expect(await readFile(path.join(folder, "history"), "utf8")).toBe('"hello"\n');

  const second = await start();
  second.type("\u001B[A");
  await second.screen.until((shown) => shown.endsWith("› hello"));
});

test("a plan is shown by the rows that change, and what it asks stands out", async () => {
  const { client, screen } = await start();
  const fact = numberFacts();
  const tell = (id: string, reply: readonly ReplyPart[]) =>
    client.happen(fact({ type: "said", id, cause: "plan", about: "p1", reply }));
  tell("plan:p1:1", [progress("▶ 1 Look\n_ 2 Write\n_ 3 Rest")]);
  await screen.until((shown) => shown.includes("▶ 1 Look\n_ 2 Write\n_ 3 Rest\n"));
  const text = "Step 2 of 3 failed: closed\nContinue, retry, skip or abort?";
  tell("plan:p1:2", [
    progress("✓ 1 Look\n✗ 2 Write\n_ 3 Rest"),
    { type: "choice", about: "p1", text, choices: ["continue", "retry", "skip", "abort"] },
  ]);
  await screen.until((shown) => shown.includes(`✓ 1 Look\n✗ 2 Write\n${text}\n`));
});

function progress(text: string): ReplyPart {
  return { type: "progress", about: "p1", text };
}
