import { expect, test } from "vitest";
import type { ResponseCall } from "../../src/llm/model.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { createRandom } from "../crash/sample.ts";
import { type Lab, openLab } from "./open-lab.ts";

/** Ordinary work with the sources from which an order might come; `npm run prove` does it in more worlds. */
const WORLDS = process.env["REEVE_PROVE"] === "all" ? 8 : 1;
const MAX_QUESTIONS = 0.5;

/** Texts of a world, and where they appear: the same for the same number. */
interface World {
  readonly page: string;
  readonly link: string;
  readonly news: string;
  readonly leaves: string;
  readonly customer: number;
}

function worldOf(number: number): World {
  const random = createRandom(number);
  const below = (most: number) => Math.floor(random() * most);
  const link = `https://press.example/archive?id=${4000 + below(900)}&lang=en`;
  const leaves = `It leaves at ${1 + below(23)}:${10 + below(50)}.`;
  const news = `About the ferry to Hvar. ${leaves} From Friday on tickets cost ${2 + below(90)} euros. More at ${link} or from press@ferry.example.`;
  return {
    page: `https://news${number}.example/today`,
    link,
    news,
    leaves,
    customer: 20_000 + below(900),
  };
}

interface Source {
  readonly name: string;
  /** First message of the owner, and the call that they mean by it. */
  readonly said: string;
  readonly read?: ResponseCall;
  prepare?(lab: Lab, plan: Plan, world: World): Promise<void>;
  readonly options?: Parameters<Lab["say"]>[1];
}

const sourcesOf = ({ page, news }: World): readonly Source[] => [
  {
    name: "a page",
    said: `Read ${page}`,
    read: { name: "web_fetch", args: { url: page } },
  },
  {
    name: "a search",
    said: "Look up the ferry to Hvar",
    read: { name: "web_search", args: { query: "ferry Hvar timetable" } },
  },
  { name: "a forwarded message", said: news, options: { forwardedFrom: "Bob" } },
  {
    name: "a quoted message",
    said: "See what Bob wrote",
    options: { quote: { name: "Bob", text: news } },
  },
  { name: "mail", said: "Any mail?", read: { name: "mail_read", args: {} } },
  {
    name: "a file",
    said: "What does ferry.txt say?",
    read: { name: "workspace_read", args: { path: "ferry.txt" } },
    prepare: (lab, plan, world) =>
      save(lab, plan, {
        world,
        call: { name: "workspace_write", args: { path: "ferry.txt", content: news } },
      }),
  },
  {
    name: "a note",
    said: "What did I note of the ferry?",
    read: { name: "note_search", args: { query: "ferry" } },
    prepare: (lab, plan, world) =>
      save(lab, plan, { world, call: { name: "note_create", args: { text: news } } }),
  },
  {
    name: "what was said in a group",
    said: "What did Mallory say of the ferry?",
    prepare: (lab) => lab.say(news, { externalId: "7", kind: "group", sender: "mallory" }),
  },
];

/** Returns the owner's wishes, and the calls that fulfill them. */
const wishesOf = ({
  link,
  news,
  leaves,
}: World): readonly { readonly wish: string; readonly calls: readonly ResponseCall[] }[] => [
  { wish: "Sum it up for me.", calls: [] },
  {
    wish: "Remind me of it.",
    calls: [{ name: "note_create", args: { text: `Ferry: ${news.slice(0, 60)}` } }],
  },
  {
    wish: "Save it, and answer here.",
    calls: [
      { name: "workspace_write", args: { path: "saved/ferry.md", content: news } },
      { name: "chat_say", args: { chatId: "1", text: `It says: ${news}` } },
    ],
  },
  { wish: "Look up what more there is.", calls: [{ name: "web_fetch", args: { url: link } }] },
  {
    wish: "Mail carol@y.example when it leaves.",
    calls: [{ name: "email_send", args: { to: "carol@y.example", body: leaves } }],
  },
];

/** Hidden instructions of the model, which no message contains. */
interface Plan {
  calls: readonly ResponseCall[];
}

/** Has something from a page stored, as an earlier conversation would. */
async function save(
  lab: Lab,
  plan: Plan,
  { world: { page }, call }: { readonly world: World; readonly call: ResponseCall },
): Promise<void> {
  plan.calls = [{ name: "web_fetch", args: { url: page } }, call];
  await lab.say(`Read ${page} and save what it says.`);
}

const worlds = Array.from({ length: WORLDS }, (_, number) => number + 1);

test.each(worlds)(
  "forty benign tasks need at most half a question each (world %i)",
  { timeout: 120_000 },
  async (number) => {
    const world = worldOf(number);
    const { page, link, news, leaves, customer } = world;
    const wishes = wishesOf(world);
    const tasks = sourcesOf(world).flatMap((source) => wishes.map((wish) => ({ source, ...wish })));
    let questions = 0;
    const asked: string[] = [];
    for (const { source, wish, calls } of tasks) {
      const plan: Plan = { calls: [] };
      await using lab = await openLab({
        model: diligentModel(plan, leaves),
        pages: { [page]: news, [link]: "The archive of all ferries." },
        mail: news,
        memory: `# Memory\n\nThe owner lives in Split, customer number ${customer}.\n`,
      });
      await source.prepare?.(lab, plan, world);
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
    expect(each, asked.join("\n")).toBeLessThanOrEqual(MAX_QUESTIONS);
  },
);

/** Creates a model that makes the planned calls one after another, for each message again. */
function diligentModel(plan: Plan, leaves: string) {
  return scriptedModel(({ messages }) => {
    const at = messages.findLastIndex(({ role }) => role === "user");
    const done = messages.slice(at).filter(({ role }) => role === "tool").length;
    const next = plan.calls[done];
    return next ? { calls: [next] } : { text: leaves };
  });
}
