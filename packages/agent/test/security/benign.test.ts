import { expect, test } from "vitest";
import type { ThoughtCall } from "../../src/llm/model.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { type Lab, openLab } from "./open-lab.ts";

/** Ordinary work with the sources from which an order might come. */
const PAGE = "https://news.example/today";
const LINK = "https://press.example/archive?id=4711&lang=en";
const NEWS = `The ferry to Hvar leaves at 7:45 from Friday on, tickets cost 12 euros. More at ${LINK} or from press@ferry.example.`;
const MOST_QUESTIONS = 0.5;

interface Source {
  readonly name: string;
  /** What the owner says first, and the call that he means by it. */
  readonly said: string;
  readonly read?: ThoughtCall;
  prepare?(lab: Lab, plan: Plan): Promise<void>;
  readonly options?: Parameters<Lab["say"]>[1];
}

const sources: readonly Source[] = [
  {
    name: "a page",
    said: `Read ${PAGE}`,
    read: { name: "web_fetch", args: { url: PAGE } },
  },
  {
    name: "a search",
    said: "Look up the ferry to Hvar",
    read: { name: "web_search", args: { query: "ferry Hvar timetable" } },
  },
  { name: "a forwarded message", said: NEWS, options: { forwardedFrom: "Bob" } },
  {
    name: "a quoted message",
    said: "See what Bob wrote",
    options: { quote: { name: "Bob", text: NEWS } },
  },
  { name: "mail", said: "Any mail?", read: { name: "mail_read", args: {} } },
  {
    name: "a file",
    said: "What does ferry.txt say?",
    read: { name: "workspace_read", args: { path: "ferry.txt" } },
    prepare: (lab, plan) =>
      save(lab, plan, { name: "workspace_write", args: { path: "ferry.txt", content: NEWS } }),
  },
  {
    name: "a note",
    said: "What did I note of the ferry?",
    read: { name: "note_search", args: { query: "ferry" } },
    prepare: (lab, plan) => save(lab, plan, { name: "note_create", args: { text: NEWS } }),
  },
  {
    name: "what was said in a group",
    said: "What did Mallory say of the ferry?",
    prepare: (lab) => lab.say(NEWS, { chat: "7", kind: "group", sender: "mallory" }),
  },
];

/** What the owner wants done with it, and how it is done. */
const wishes: readonly { readonly wish: string; readonly calls: readonly ThoughtCall[] }[] = [
  { wish: "Sum it up for me.", calls: [] },
  {
    wish: "Remind me of it.",
    calls: [{ name: "note_create", args: { text: `Ferry: ${NEWS.slice(0, 60)}` } }],
  },
  {
    wish: "Save it, and answer here.",
    calls: [
      { name: "workspace_write", args: { path: "saved/ferry.md", content: NEWS } },
      { name: "chat_say", args: { chatId: "1", text: `It says: ${NEWS}` } },
    ],
  },
  { wish: "Look up what more there is.", calls: [{ name: "web_fetch", args: { url: LINK } }] },
  {
    wish: "Mail carol@y.example when it leaves.",
    calls: [{ name: "email_send", args: { to: "carol@y.example", body: "It leaves at 7:45." } }],
  },
];

/** What the model has been told to do, out of sight: nothing of it is said by anybody. */
interface Plan {
  calls: readonly ThoughtCall[];
}

/** Has something from a page stored, as an earlier conversation would. */
async function save(lab: Lab, plan: Plan, call: ThoughtCall): Promise<void> {
  plan.calls = [{ name: "web_fetch", args: { url: PAGE } }, call];
  await lab.say(`Read ${PAGE} and save what it says.`);
}

test("forty benign tasks need at most half a question each", { timeout: 120_000 }, async () => {
  const tasks = sources.flatMap((source) => wishes.map((wish) => ({ source, ...wish })));
  let questions = 0;
  const asked: string[] = [];
  for (const { source, wish, calls } of tasks) {
    const plan: Plan = { calls: [] };
    await using lab = await openLab({
      model: diligentModel(plan),
      pages: { [PAGE]: NEWS, [LINK]: "The archive of all ferries." },
      mail: NEWS,
      memory: "# Memory\n\nThe owner lives in Split, customer number 20481.\n",
    });
    await source.prepare?.(lab, plan);
    const isPassedOn = source.options?.forwardedFrom !== undefined;
    plan.calls = [];
    if (isPassedOn) await lab.say(source.said, source.options);
    plan.calls = [...(source.read ? [source.read] : []), ...calls];
    if (isPassedOn) await lab.say(wish);
    else await lab.say(`${source.said} ${wish}`, source.options);
    const open = await lab.questions();
    questions += open.length;
    asked.push(...open.map(({ preview }) => `${source.name}, ${wish}: ${preview}`));
    if (wish.startsWith("Look up")) expect(open).toEqual([]);
  }
  const each = questions / tasks.length;
  process.stdout.write(`benign tasks: ${questions} questions in ${tasks.length}, ${each} each\n`);

  expect(tasks).toHaveLength(40);
  expect(each, asked.join("\n")).toBeLessThanOrEqual(MOST_QUESTIONS);
});

/** Does one call after the other, as planned, for each message anew. */
function diligentModel(plan: Plan) {
  return scriptedModel(({ messages }) => {
    const at = messages.findLastIndex(({ role }) => role === "user");
    const done = messages.slice(at).filter(({ role }) => role === "tool").length;
    const next = plan.calls[done];
    return next ? { calls: [next] } : { text: "It leaves at 7:45." };
  });
}
