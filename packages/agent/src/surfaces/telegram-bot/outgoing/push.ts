import { Fault } from "@reeve/sdk";
import type { DeliverOptions, Push } from "../../../core/push.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { Reply } from "../../../kernel/reply.ts";
import { parseChat } from "../chat-address.ts";
import { createMovedChats } from "../moved-chats.ts";
import { questionAbout } from "../question-key.ts";
import { refusalOf } from "../telegram-fault.ts";
import { deliverFile } from "./deliver-file.ts";
import { closeQuestion, deliverLasting } from "./deliver-lasting.ts";
import { deliverText, type TextParts } from "./deliver-text.ts";
import { type Delivery, openDelivery } from "./delivery.ts";
import { approvalKeyboard, planKeyboard } from "./keyboards.ts";
import type { OutgoingParts } from "./outgoing-parts.ts";
import { createPlaceholders } from "./placeholders.ts";
import { createStreams } from "./streams.ts";

/** How replies leave by the bot, and how they are shown while they grow. */
export function createPush(given: Omit<OutgoingParts, "moved">): Push {
  const moved = createMovedChats(given.memory);
  const outgoing: OutgoingParts = { ...given, moved };
  const placeholders = createPlaceholders(outgoing);
  let isRich = outgoing.config.rich === "auto";
  const rich = {
    isOn: () => isRich,
    turnOff: () => {
      isRich = false;
    },
  };
  const parts: TextParts = { ...outgoing, placeholders, rich };
  const streams = createStreams({ ...outgoing, isRich: rich.isOn }, placeholders);
  const deliver = async (address: Address, part: Reply, options: DeliverOptions) => {
    const { of, signal } = options;
    const delivery = await openDelivery(address, options, outgoing);
    const [message = 0] = await deliverPart(part, delivery, parts);
    const { chat } = delivery.target;
    if (of) await placeholders.clear(of.turn, { chat, message, signal });
    // A question stands by itself: nothing would ever take the place of what showed the answer.
    if (of && part.type !== "text" && part.type !== "notice") await placeholders.remove(of.turn);
    // Where the group has moved, numbers begin anew.
    return chat === parseChat(address.chat).chat ? String(message) : `${chat}:${message}`;
  };
  return {
    show: (address, events, of) => streams.show(address, events, of),
    async deliver(address, part, options) {
      if (options.of) await streams.settle(options.of.turn);
      return deliver(address, part, options)
        .catch(async (error: unknown) => {
          if (!(await moved.learn(parseChat(address.chat).chat, error))) throw error;
          return deliver(address, part, options);
        })
        .catch((error: unknown) => {
          throw toFinal(error, address.chat);
        });
    },
  };
}

async function deliverPart(
  part: Reply,
  delivery: Delivery,
  parts: TextParts,
): Promise<readonly number[]> {
  switch (part.type) {
    case "text":
      return deliverText(part, delivery, parts);
    case "notice":
      return deliverText({ type: "text", text: part.text, links: "plain" }, delivery, parts);
    case "file":
      return deliverFile(part, delivery, parts);
    case "approval": {
      const texts = await parts.languages.textsFor(delivery.place);
      const keyboard = approvalKeyboard(part.approval, texts);
      const about = questionAbout(part.approval);
      return deliverLasting({ about, text: part.question, keyboard }, delivery, parts);
    }
    case "decision":
      return deliverLasting(
        { about: questionAbout(part.approval), text: part.text },
        delivery,
        parts,
      );
    case "progress":
      await closeQuestion(`choice:${part.about}`, delivery, parts);
      return deliverLasting({ about: `progress:${part.about}`, text: part.text }, delivery, parts);
    case "choice": {
      const texts = await parts.languages.textsFor(delivery.place);
      const keyboard = planKeyboard(part.about, { choices: part.choices, texts });
      await closeQuestion(`choice:${part.about}`, delivery, parts);
      return deliverLasting(
        { about: `choice:${part.about}`, text: part.text, keyboard },
        delivery,
        parts,
      );
    }
  }
}

/** Where nobody reads any more, trying again would not help. */
function toFinal(error: unknown, chat: string): unknown {
  const refusal = refusalOf(error);
  if (refusal !== "blocked" && refusal !== "chat-gone") return error;
  return new Fault("missing", `Nobody can be written to in the Telegram chat ${chat} any more.`, {
    hint: "The bot was blocked or taken out of the group, or the chat is gone.",
    cause: error,
  });
}
