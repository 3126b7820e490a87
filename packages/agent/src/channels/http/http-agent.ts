import type { Control } from "../../core/control.ts";
import type { ClientChats } from "../../core/client-chats.ts";
import type { Events } from "../../core/events/events.ts";
import type { Inbox } from "../../core/inbox.ts";
import type { HookCalls } from "../hooks.ts";
import type { FileLinks } from "../kit/file-links.ts";
import type { WebhookRoute } from "../kit/webhook-route.ts";
import type { FollowLog } from "../../platform/log.ts";
import type { Uploads } from "./uploads.ts";
import type { ChatStreams } from "./streams/create-chat-streams.ts";

/** Services of a running agent that routes need. */
export interface HttpAgent {
  readonly control: Control;
  readonly inbox: Inbox;
  readonly events: Events;
  readonly conversations: ClientChats;
  readonly streams: ChatStreams;
  /** Entry point for incoming webhooks. */
  readonly hooks: HookCalls;
  /** Routes that platforms call, by channel name. Default: none. */
  readonly routes?: ReadonlyMap<string, WebhookRoute> | undefined;
  /** Files that were sent as links. Default: none. */
  readonly files?: Pick<FileLinks, "find"> | undefined;
  /** Stores files that come with messages. Default: files are refused. */
  readonly uploads?: Pick<Uploads, "keep"> | undefined;
  /** Follows the log. Default: the log cannot be followed. */
  readonly followLog?: FollowLog | undefined;
  /** Display name of the model. */
  readonly model: string;
  /** Version of Reeve. */
  readonly version: string;
}
