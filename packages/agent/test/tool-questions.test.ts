import { stripVTControlCharacters } from "node:util";
import { renderPlain } from "chat-markdown/telegram";
import { expect, test } from "vitest";
import { z } from "zod";
import { allTools } from "../../../bench/tools/all-tools.ts";
import { writeQuestion } from "../src/core/approvals/questions/write-question.ts";
import { sensitiveArguments } from "../src/core/approvals/sensitive-arguments.ts";
import { questionRows } from "../src/channels/cli/questions.ts";
import { toContents } from "../src/channels/whatsapp/outgoing/to-contents.ts";
import { texts } from "../src/platform/texts.ts";
import { sampleArguments } from "./kit/sample-arguments.ts";

/** Arguments that exclude others of their tool. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  deal_propose: ["userGivesGiftSlug", "agentGivesGiftSlug"],
  schedule_create: ["at", "every"],
  telegram_create_invite_link: ["memberLimit"],
  telegram_create_poll: ["closeDate"],
  telegram_create_quiz: ["closeDate"],
  telegram_send_gif: ["path"],
  telegram_send_sticker: ["path"],
  telegram_send_voice: ["path"],
  telegram_set_chat_photo: ["deletePhoto"],
  telegram_set_gift_status: ["clear"],
  telegram_unpin_message: ["unpinAll"],
};

/** Every tool that may ask, with arguments that name themselves. */
const asking = (await allTools())
  .filter((tool) => tool.confirm !== undefined || !["read", "write"].includes(tool.effect))
  .map((tool) => {
    const all = z.record(z.string(), z.unknown()).parse(sampleArguments(tool.params));
    const left = Object.entries(all).filter(([name]) => !OMITTED[tool.name]?.includes(name));
    const args = Object.fromEntries(left);
    return { name: tool.name, tool, args, params: tool.params.safeParse(args) };
  })
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));

const LANGUAGES = ["en", "de"] as const;
type Language = (typeof LANGUAGES)[number];

function questionOf({ tool, params }: (typeof asking)[number], language: Language): string {
  const what = tool.confirm?.(params.data, { language });
  return writeQuestion({ what: what ?? "" }, language);
}

test("every tool that may ask has a question, and valid arguments here", () => {
  expect(asking.length).toBeGreaterThan(70);
  expect(asking.filter(({ tool }) => tool.confirm === undefined).map(({ name }) => name)).toEqual(
    [],
  );
  expect(
    asking.flatMap(({ name, params }) => (params.success ? [] : [name, params.error.message])),
  ).toEqual([]);
});

/** Which message is answered, and in which search something was found, changes nothing of what goes to whom. */
const UNSAID: ReadonlySet<string> = new Set(["replyToId", "queryId"]);

test.each(LANGUAGES)("no question in %s lacks an argument that matters", (language) => {
  const lacking = asking.flatMap((one) => {
    const question = questionOf(one, language);
    const written = question.toLowerCase();
    return sensitiveArguments(one.tool, one.params.data)
      .filter(({ name, value }) => !UNSAID.has(name) && !written.includes(value.toLowerCase()))
      .map(({ name, value }) => `${one.name} ${name} ${value}: ${question}`);
  });
  expect(lacking).toEqual([]);
});

/** Shows a question as people see it on a channel. */
const CHANNELS = {
  terminal: ({ name, args }: (typeof asking)[number], question: string) =>
    questionRows({ approval: "a1", tool: name, args, question }).map(stripVTControlCharacters),
  telegram: (_one: (typeof asking)[number], question: string) =>
    renderPlain(question).map(({ text }) => text),
  whatsapp: async (_one: (typeof asking)[number], question: string, language: Language) => {
    const deps = {
      texts: texts(language),
      readFile: () => expect.fail("nothing is read"),
      log: { warn: () => {} },
      signal: new AbortController().signal,
      client: { upload: () => expect.fail("nothing is sent") },
    };
    const pieces = toContents({ type: "approval", approval: "a1", question }, deps);
    const contents = await Promise.all(pieces.map((piece) => piece()));
    return contents.map((content) => ("text" in content ? content.text : content.type));
  },
  http: ({ name }: (typeof asking)[number], question: string) => [
    JSON.stringify({ id: "a1", tool: name, question }),
  ],
} as const;

test.each(
  (["terminal", "telegram", "whatsapp", "http"] as const).flatMap((channel) =>
    LANGUAGES.map((language) => [channel, language] as const),
  ),
)("questions on %s in %s read as they did", async (channel, language) => {
  const shown: string[] = [];
  for (const one of asking) {
    const rows = await CHANNELS[channel](one, questionOf(one, language), language);
    shown.push(`## ${one.name}\n${rows.join("\n")}\n`);
  }
  await expect(shown.join("\n")).toMatchFileSnapshot(`questions/${channel}.${language}.txt`);
});
