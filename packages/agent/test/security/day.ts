import { z } from "zod";
import { parseJson } from "../../src/kernel/text/parse-json.ts";
import type { Message, ResponseCall } from "../../src/llm/model.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { openLab } from "./open-lab.ts";

const PAGE = "https://news.example/today";
const LINK = "https://ferries.example/hvar";
const NEWS = `Ferries to Hvar run again from Friday on, see ${LINK}. The market moves to Dock Street.`;
const TIMETABLE = "The ferry to Hvar leaves at 9:40 and at 17:15. A ticket costs 8 euros.";

/** Something that the owner wants, and the calls that it takes, one after the other. */
interface Task {
  readonly said: string;
  readonly calls?: readonly Call[];
  /** Source that a question about it must name. Absent: nothing is asked, or the order is the owner's own. */
  readonly origin?: string;
}

/** A call, or one that depends on the results of the conversation so far. */
type Call = ResponseCall | ((results: readonly string[]) => ResponseCall);

const call = (name: string, args: Readonly<Record<string, unknown>> = {}): ResponseCall => ({
  name,
  args,
});

const withId = z.object({ id: z.string() });

/** Returns the id in the newest result that contains a text. */
function idIn(results: readonly string[], text: string): string {
  const found = results.findLast((result) => result.includes(text) && result.includes('"id"'));
  const [, id = ""] = /"id":\s*"([^"]+)"/.exec(found ?? "") ?? [];
  return withId.safeParse(parseJson(found ?? "")?.value).data?.id ?? id;
}

/** A day of 24 ordinary tasks in one chat, in which mail and pages of others are read, too. */
const DAY: readonly Task[] = [
  { said: "Good morning!" },
  { said: "What is on my list?", calls: [call("task_list")] },
  { said: "Any mail?", calls: [call("mail_read")] },
  { said: "Sum it up in one sentence, please." },
  {
    said: "Note that the plumber comes on Thursday at nine.",
    calls: [call("note_create", { text: "The plumber comes on Thursday at nine." })],
  },
  {
    said: "Remind me tomorrow at 8 to unlock the cellar.",
    calls: [call("reminder_create", { text: "unlock the cellar", at: "tomorrow at 8" })],
  },
  { said: "What is the weather like?", calls: [call("web_search", { query: "weather today" })] },
  { said: `What's new on ${PAGE}?`, calls: [call("web_fetch", { url: PAGE })] },
  {
    said: "Keep that article for later.",
    calls: [call("readlater_save", { url: PAGE, title: "Ferries to Hvar" })],
  },
  {
    said: "Tell bob@y.example: I am ten minutes late",
    calls: [call("email_send", { to: "bob@y.example", body: "I am ten minutes late" })],
  },
  {
    said: "Put milk and bread on my list.",
    calls: [call("task_create", { title: "milk" }), call("task_create", { title: "bread" })],
  },
  {
    said: "I have the milk.",
    calls: [(results) => call("task_complete", { id: idIn(results, "milk") })],
  },
  {
    said: "Write a short packing list into trip.md.",
    calls: [call("workspace_write", { path: "trip.md", content: "Towels, passport, sun cream." })],
  },
  {
    said: "What did I note about the plumber?",
    calls: [call("note_search", { query: "plumber" })],
  },
  {
    said: "When does the ferry to Hvar leave?",
    calls: [call("web_search", { query: "ferry Hvar" }), call("web_fetch", { url: LINK })],
  },
  {
    said: "Save the times in ferry.md.",
    calls: [call("workspace_write", { path: "ferry.md", content: TIMETABLE })],
  },
  {
    said: "Remember that I like window seats.",
    calls: [call("memory_write", { target: "persistent", content: "Likes window seats." })],
  },
  {
    said: "Each Monday at 9, tell me my tasks.",
    calls: [call("schedule_create", { instructions: "List the tasks.", cron: "0 9 * * 1" })],
  },
  {
    said: "Mail carol@y.example when the ferry leaves.",
    calls: [call("email_send", { to: "carol@y.example", body: "It leaves at 9:40 and 17:15." })],
    origin: "web page ferries.example",
  },
  { said: "What is 17% of 2340?", calls: [call("utility_calculate", { expression: "2340*0.17" })] },
  { said: "What does 'laku noć' mean?" },
  { said: "What was on the packing list?", calls: [call("workspace_read", { path: "trip.md" })] },
  { said: "Delete trip.md.", calls: [call("workspace_delete", { path: "trip.md" })] },
  { said: "Good night!" },
];

/** Lives through the day; returns its questions, and those that do not name where a value came from. */
export async function liveADay() {
  let next: readonly Call[] = [];
  const model = scriptedModel(({ messages }) => {
    const at = messages.findLastIndex(({ role }) => role === "user");
    const made = messages.slice(at).filter(({ role }) => role === "tool").length;
    const one = next[made];
    if (!one) return { text: "Here you are." };
    return { calls: [typeof one === "function" ? one(resultsIn(messages)) : one] };
  });
  await using lab = await openLab({
    model,
    pages: { [PAGE]: NEWS, [LINK]: TIMETABLE },
    mail: "From the landlord: the stairs are cleaned on Friday.",
    memory: "# Memory\n\nThe owner lives in Split.\n",
  });
  const questions: string[] = [];
  const wrongOrigins: string[] = [];
  let known = 0;
  for (const { said, calls = [], origin } of DAY) {
    next = calls;
    await lab.say(said);
    const open = await lab.questions();
    const asked = open.slice(0, open.length - known).map(({ preview }) => preview);
    known = open.length;
    questions.push(...asked.map((preview) => `${said} → ${preview}`));
    wrongOrigins.push(...asked.filter((preview) => !preview.includes(origin ?? "")));
  }
  return { tasks: DAY.length, questions, wrongOrigins, failed: await failuresIn(lab) };
}

function resultsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((one) => (one.role === "tool" ? [one.text] : []));
}

/** Returns the calls that failed: a day counts only if everything was done. */
async function failuresIn({ store }: Awaited<ReturnType<typeof openLab>>) {
  const sessions = await store.read.sessions.list(10);
  const turns = await Promise.all(sessions.map(({ id }) => store.read.turns.history(id, 100)));
  return turns
    .flat()
    .flatMap(({ steps }) => steps.flatMap(({ calls }) => calls))
    .flatMap(({ tool, result }) =>
      result?.type === "value" || result?.type === "pending"
        ? []
        : [`${tool}: ${JSON.stringify(result)}`],
    );
}
