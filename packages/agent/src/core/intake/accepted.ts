import type { InboxId } from "../../kernel/ids.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { LeasedAtIntake } from "../claims-at-intake.ts";
import type { Receipt } from "../inbox.ts";

/** Result of a message in its commit. */
export type Accepted =
  | { readonly type: "repeat"; readonly message: InboxId }
  | {
      readonly type: "new";
      readonly chat: Chat;
      readonly facts: readonly ChatEvent[];
      readonly interrupts: boolean;
      readonly receipt: Receipt;
      /** Set if the worker has the message already. */
      readonly claimed?: Pick<LeasedAtIntake, "hasPostponed"> | undefined;
      /** To be done once the commit is durable. */
      readonly afterwards?: readonly (() => void)[];
    };
