import { wait } from "../../../kernel/wait.ts";
import { silentLog } from "../../../platform/log.ts";
import { Secret } from "../../../platform/secret.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { createTelegramClient } from "../client.ts";
import { createMovedChats } from "../moved-chats.ts";
import { createQuestions } from "../questions.ts";
import { createBotMessages } from "../bot-messages.ts";
import type { OutgoingDeps } from "../outgoing/outgoing-deps.ts";
import { createPush } from "../outgoing/push.ts";
import type { FakeBotApi } from "./fake-bot-api.ts";

interface PushWorld extends Partial<Pick<OutgoingDeps, "say" | "readFile">> {
  /** Duration of every pause, in milliseconds. */
  readonly pauseMs?: number;
}

/** Starts the push side of the bot as after a restart: it has only its stored state. */
export function startPush(
  { url, clock }: FakeBotApi,
  kept = new Map<string, string>(),
  { pauseMs = 1, say, readFile = async () => Buffer.from("file") }: PushWorld = {},
) {
  const memory = memoryIn(kept);
  const client = createTelegramClient({
    token: new Secret("42:secret"),
    apiRoot: url,
    clock: { now: () => performance.now() * 1000 },
    after: (_ms, work) => void setImmediate(work),
  });
  const own = createBotMessages(memory);
  const questions = createQuestions(memory);
  const push = createPush({
    client,
    memory,
    moved: createMovedChats(memory),
    own,
    questions,
    inline: { deliver: async () => "" },
    config: { rich: "off" },
    readFile,
    say,
    // The machine's clock is one hour fast.
    clock: { now: () => clock.now() + 3_600_000 },
    pause: (_ms, stop) => wait(pauseMs, stop),
    log: silentLog,
  });
  return { push, client, own, questions, memory, kept };
}
