import type { Log } from "../../../platform/log.ts";
import type { ChannelHost } from "../../kit/channel-host.ts";
import type { ChannelState } from "../../kit/channel-state.ts";
import type { TelegramClient } from "../client.ts";
import type { MovedChats } from "../moved-chats.ts";
import type { TelegramBotConfig } from "../config.ts";
import type { InlineQueries } from "../inline-queries.ts";
import type { Questions } from "../questions.ts";
import type { BotMessages } from "../bot-messages.ts";

export interface OutgoingDeps extends Pick<
  ChannelHost,
  "say" | "linkTo" | "readFile" | "clock" | "pause"
> {
  readonly client: TelegramClient;
  readonly memory: ChannelState;
  readonly moved: MovedChats;
  readonly own: BotMessages;
  readonly questions: Questions;
  readonly inline: Pick<InlineQueries, "deliver">;
  readonly config: Pick<TelegramBotConfig, "rich">;
  readonly log: Pick<Log, "debug" | "info" | "warn">;
}
