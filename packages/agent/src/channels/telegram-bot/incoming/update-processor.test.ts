import { expect, test } from "vitest";
import type { Envelope } from "../../../kernel/envelope.ts";
import { toId } from "../../../kernel/ids.ts";
import { silentLog } from "../../../platform/log.ts";
import { Secret } from "../../../platform/secret.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { createTelegramClient } from "../client.ts";
import { TELEGRAM_BOT, telegramBotConfig } from "../config.ts";
import { createMovedChats } from "../moved-chats.ts";
import { createQuestions } from "../questions.ts";
import { createBotMessages } from "../bot-messages.ts";
import { createUpdateProcessor } from "./update-processor.ts";
import { MAX_TRIES } from "../../kit/dead-letters.ts";

const nobody = () => Promise.reject(new Error("nobody is asked"));
const clock = { now: () => 0 };

/** A session of the bot, whose silences end by themselves. */
function openSession(kept: Map<string, string>, store: (envelope: Envelope) => void) {
  const memory = memoryIn(kept);
  const stop = new AbortController();
  const token = new Secret("42:secret");
  const takes = createUpdateProcessor({
    client: createTelegramClient({ token, apiRoot: "http://127.0.0.1:9", clock, after() {} }),
    config: telegramBotConfig.parse({}),
    memory,
    own: createBotMessages(memory),
    questions: createQuestions(memory),
    inline: { take: nobody, deliver: nobody },
    business: { note: nobody, find: nobody, ofAccount: nobody },
    moved: createMovedChats(memory),
    channel: TELEGRAM_BOT,
    self: { id: 42, username: "reeve_bot", name: "Reeve" },
    groups: { hears: async () => true, save: nobody },
    inbox: {
      async deliver(envelope) {
        store(envelope);
        return { message: toId<"inbox">("i"), outcome: "queued" };
      },
      decide: nobody,
      retryWaiting: nobody,
      mayPay: nobody,
      pay: nobody,
      press: nobody,
      withdraw: nobody,
    },
    control: { receive: nobody },
    commands: [],
    resolveSender: nobody,
    findSaid: async () => undefined,
    requesterOf: nobody,
    privileged: nobody,
    report() {},
    readFile: nobody,
    clock,
    pause: () => new Promise((resolve) => void setImmediate(resolve)),
    signal: stop.signal,
    log: silentLog,
  });
  return {
    takes,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await takes.close();
    },
  };
}

function messageOf(id: number, own: object) {
  const ann = { id: 7, is_bot: false, first_name: "Ann" } as const;
  const chat = { id: 7, type: "private", first_name: "Ann" } as const;
  return { update_id: id, message: { message_id: id, date: 1, chat, from: ann, ...own } };
}

const photo = [{ file_id: "p", file_unique_id: "p", width: 1, height: 1 }];

test("an album that cannot be stored holds nobody up, and is taken in whole at the next start", async () => {
  const kept = new Map<string, string>();
  const stored: string[] = [];
  let tries = 0;
  {
    await using session = openSession(kept, ({ id, media }) => {
      if (media) tries += 1;
      if (media) throw new Error("poison");
      stored.push(id);
    });
    for (const id of [1, 2])
      await session.takes.processUntilStored(messageOf(id, { media_group_id: "g", photo }));
    await session.takes.processUntilStored(messageOf(3, { text: "and?" }));
    expect([stored, tries]).toEqual([["3"], MAX_TRIES]);
  }
  await using next = openSession(
    kept,
    ({ id, media }) => void stored.push(`${id} ${media?.length}`),
  );
  await next.takes.resume();
  await expect.poll(() => stored).toEqual(["3", "1 2"]);
  expect(kept.has("parked")).toBe(false);
});
