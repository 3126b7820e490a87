import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ChannelState } from "../kit/channel-state.ts";
import { type ChatRecord, EMPTY_RECORD, readRecord, withKnown } from "./delivery-state.ts";
import { createLanes } from "../../platform/keyed-queue.ts";

/** The messages of ours in Telegram's chats, named by their ids without topics; known over a crash. */
export interface BotMessages {
  read(chat: string): Promise<ChatRecord>;
  /** Changes what is kept, one change of a chat after the other; durable when it resolves. */
  change(chat: string, how: (record: ChatRecord) => ChatRecord): Promise<void>;
  /** This message is said and done: nothing that is looked for is taken for it. */
  note(chat: string, message: number): Promise<void>;
}

export function createBotMessages(memory: ChannelState): BotMessages {
  const lanes = createLanes();
  const read = async (chat: string) => {
    const text = await memory.get(keyOf(chat));
    return text === undefined ? EMPTY_RECORD : readRecord(parseJson(text)?.value);
  };
  const change: BotMessages["change"] = (chat, how) =>
    lanes.run(chat, async () => memory.set(keyOf(chat), JSON.stringify(how(await read(chat)))));
  return {
    read,
    change,
    note: (chat, message) => change(chat, (record) => withKnown(record, message)),
  };
}

function keyOf(chat: string): string {
  return `out:${chat}`;
}
