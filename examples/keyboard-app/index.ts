import {
  definePlugin,
  defineTool,
  Fault,
  type PluginPress,
  type PluginServices,
  z,
} from "@reeve/sdk/plugin";

const WEEK_SECONDS = 7 * 24 * 60 * 60;

export default definePlugin({
  migrations: [
    `create table polls (
      id integer primary key, call text unique, person text, question text, options text,
      closed integer default 0) strict`,
    "create table votes (poll integer, person text, option integer, primary key (poll, person)) strict",
  ],
  tools: [
    defineTool({
      name: "create",
      summary: "Post a poll in this chat, in which everybody votes with a button.",
      effect: "send",
      replay: "same-key",
      utterances: ["ask the group: pizza or pasta?", "Abstimmung: Kino am Freitag oder Samstag"],
      params: z.object({
        question: z.string().min(1).max(300).describe("The question."),
        options: z
          .array(z.string().min(1).max(40))
          .min(2)
          .max(8)
          .describe("The answers to choose from."),
      }),
      async run({ question, options }, { db, messages, callId, person, chat }) {
        // A repeated call finds the poll that the first one made.
        db.run(
          "insert or ignore into polls (call, person, question, options) values (?, ?, ?, ?)",
          callId,
          person,
          question,
          JSON.stringify(options),
        );
        const [row] = db.all("select id from polls where call = ?", callId);
        await show(Number(row?.["id"]), chat, { db, messages });
        return "The poll is posted.";
      },
    }),
  ],
  callbacks: [
    { prefix: "vote:", run: vote },
    { prefix: "close:", run: close },
  ],
});

type Services = Pick<PluginServices, "db" | "messages">;

/** Counts a vote; a second press on the same answer takes it back. */
async function vote({ id, data, person, chat }: PluginPress, services: Services): Promise<string> {
  const { db } = services;
  const [, poll = 0, option = 0] = data.split(":").map(Number);
  const choice = readPoll(poll, services).options[option] ?? "";
  const [before] = db.all("select option from votes where poll = ? and person = ?", poll, person);
  const isSame = before?.["option"] === option;
  db.once(id, () => {
    db.run("delete from votes where poll = ? and person = ?", poll, person);
    if (!isSame) db.run("insert into votes values (?, ?, ?)", poll, person, option);
  });
  await show(poll, chat, services);
  return isSame ? "Your vote is withdrawn." : `You voted for ${choice}.`;
}

async function close({ data, person, chat }: PluginPress, services: Services): Promise<string> {
  const poll = Number(data.split(":")[1]);
  if (readPoll(poll, services).person !== person) return "Only its author can close the poll.";
  services.db.run("update polls set closed = 1 where id = ?", poll);
  await show(poll, chat, services);
  return "The poll is closed.";
}

/** Posts a poll as it is now, or edits its message. */
async function show(poll: number, chat: string, { db, messages }: Services): Promise<void> {
  const { question, options, isClosed } = readPoll(poll, { db });
  const votes = db.all("select option, count(*) as n from votes where poll = ? group by 1", poll);
  const count = (option: number) =>
    Number(votes.find((one) => one["option"] === option)?.["n"] ?? 0);
  const buttons = options.map((option, index) => [
    { label: `${option} (${count(index)})`, data: `vote:${poll}:${index}` },
  ]);
  const results = options.map((option, index) => `${option}: ${count(index)}`);
  await messages.send(chat, {
    key: `poll-${poll}`,
    text: isClosed ? [`**${question}**`, ...results].join("\n\n") : `**${question}**`,
    buttons: isClosed ? [] : [...buttons, [{ label: "Close", data: `close:${poll}` }]],
    expiresInSeconds: WEEK_SECONDS,
  });
}

const row = z.object({
  person: z.string(),
  question: z.string(),
  options: z.string(),
  closed: z.number(),
});

function readPoll(poll: number, { db }: Pick<Services, "db">) {
  const [found] = row.array().parse(db.all("select * from polls where id = ?", poll));
  if (!found) throw new Fault("missing", `There is no poll ${poll}.`);
  const { person, question, closed } = found;
  const options = z.array(z.string()).parse(JSON.parse(found.options));
  return { person, question, options, isClosed: closed === 1 };
}
