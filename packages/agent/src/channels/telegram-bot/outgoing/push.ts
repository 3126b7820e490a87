import type { DeliverOptions, Outbound } from "../../../core/outbound.ts";
import { MAX_MESSAGE_UNITS, renderMarkdown } from "chat-markdown/telegram";
import type { Address } from "../../../kernel/envelope.ts";
import type { ReplyButton, ReplyPart } from "../../../kernel/reply.ts";
import { truncate } from "../../../kernel/text/truncate.ts";
import { texts } from "../../../platform/texts.ts";
import { approvalButtons, choiceButtons } from "../../kit/button-data.ts";
import { isInlineChat, parseBusinessChat, parseChat } from "../chat-address.ts";
import { questionAbout } from "../questions.ts";
import { deliverFile } from "./deliver-file.ts";
import { closeQuestion, deliverUpdatable } from "./deliver-updatable.ts";
import { deliverText, type TextDeps } from "./deliver-text.ts";
import { type Delivery, openDelivery } from "./delivery.ts";
import { createVoiceCache } from "./voice-cache.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import { plainPieces, type WrittenPiece } from "./piece.ts";
import { sendPieces } from "./send-pieces.ts";
import { createPlaceholders } from "./placeholders.ts";
import { createStreams } from "./streams.ts";
import type { InlineKeyboardMarkup } from "grammy/types";
import { Fault } from "@reeve/sdk";
import { answerOf, refusalOf } from "../telegram-fault.ts";

/** Creates the delivery of replies and their previews by the bot. */
export function createPush(outgoing: OutgoingDeps): Outbound {
  const { moved } = outgoing;
  const placeholders = createPlaceholders(outgoing);
  let isRich = outgoing.config.rich === "auto";
  const rich = {
    isOn: () => isRich,
    turnOff: () => {
      isRich = false;
    },
  };
  const deps: TextDeps = { ...outgoing, placeholders, rich, voices: createVoiceCache() };
  const streams = createStreams(deps, placeholders);
  const deliver = async (address: Address, part: ReplyPart, options: DeliverOptions) => {
    const { of, signal } = options;
    const delivery = await openDelivery(address, options, outgoing);
    const shown = of && streams.shownOf(of.turn);
    const [message = 0] = await deliverPart(part, delivery, { ...deps, shown });
    const { chat } = delivery.target;
    if (of) await placeholders.clear(of.turn, { chat, message, signal });
    // An approval is its own message; nothing would ever replace the placeholder of the reply.
    if (of && part.type !== "text" && part.type !== "notice")
      await placeholders.remove(of.turn, { chat, signal });
    // After a group has migrated, message numbers start again.
    return chat === parseChat(address.externalId).chat ? String(message) : `${chat}:${message}`;
  };
  return {
    show: (address, events, of) => streams.show(address, events, of),
    async deliver(address, part, options) {
      if (isInlineChat(address.externalId))
        return outgoing.inline.deliver(address.externalId, part, options.of);
      if (options.of) await streams.settle(options.of.turn);
      return deliver(address, part, options)
        .catch(async (error: unknown) => {
          if (!(await moved.learn(parseChat(address.externalId).chat, error))) throw error;
          return deliver(address, part, options);
        })
        .catch((error: unknown) => {
          throw toOutcome(error, address.externalId);
        });
    },
  };
}

interface PartDeps extends TextDeps {
  /** Text of the turn's reply that people saw last while it was streamed. */
  readonly shown: string | undefined;
}

/** Parts that people read on behalf of an account. Approvals are shown in the owner's chat with the bot. */
const WORDS: ReadonlySet<ReplyPart["type"]> = new Set(["text", "notice", "file"]);

async function deliverPart(
  part: ReplyPart,
  delivery: Delivery,
  deps: PartDeps,
): Promise<readonly number[]> {
  if (!WORDS.has(part.type) && parseBusinessChat(delivery.target.chat)) return [];
  switch (part.type) {
    case "text":
      return deliverText(part, delivery, deps);
    case "notice": {
      // A person who stops a reply has read it up to here.
      const above = part.code === "stopped" ? deps.shown : undefined;
      const { text } = part;
      return deliverText({ type: "text", text, links: "plain", above }, delivery, deps);
    }
    case "file":
      return deliverFile(part, delivery, deps);
    case "approval": {
      const keyboard = keyboardOf([approvalButtons(part.approval, texts(delivery.language))]);
      const about = questionAbout(part.approval);
      const question = { approval: part.approval, chat: delivery.externalId };
      const { messages, isAnswered } = await deps.questions.ask(question, () =>
        deliverUpdatable({ about, text: part.question, keyboard }, delivery, deps),
      );
      if (isAnswered) for (const message of messages) await delivery.ledger.sent(message);
      return messages;
    }
    case "decision": {
      // The outcome is at the beginning, so a long approval need not be repeated in full.
      const text = truncate(part.text, MAX_MESSAGE_UNITS);
      const show = () =>
        deliverUpdatable({ about: questionAbout(part.approval), text }, delivery, deps);
      const question = { approval: part.approval, chat: delivery.externalId };
      return part.isResult ? deps.questions.finish(question, show) : show();
    }
    case "progress":
      await closeQuestion({ about: `choice:${part.about}`, text: part.answered }, delivery, deps);
      return deliverUpdatable({ about: `progress:${part.about}`, text: part.text }, delivery, deps);
    case "invoice":
      return sendPieces([part], delivery.target, { ...deps, ledger: delivery.ledger });
    case "buttons": {
      const about = `plugin:${part.about}`;
      const text = markdownPieces(part.text);
      const keyboard = part.rows.length === 0 ? undefined : pluginKeyboard(part.rows);
      return deliverUpdatable({ about, text, keyboard }, delivery, deps);
    }
    case "choice": {
      const buttons = choiceButtons(part, texts(delivery.language));
      const keyboard = keyboardOf(buttons.map((one) => [one]));
      await closeQuestion({ about: `choice:${part.about}` }, delivery, deps);
      return deliverUpdatable(
        { about: `choice:${part.about}`, text: part.text, keyboard },
        delivery,
        deps,
      );
    }
  }
}

/** Formats a text whose messages are edited later. */
function markdownPieces(text: string): readonly WrittenPiece[] {
  const pieces = renderMarkdown(text, { links: "plain", longCode: "split" }).filter(
    (piece) => piece.type === "text",
  );
  return pieces.length > 0 ? pieces : plainPieces(text);
}

function pluginKeyboard(rows: readonly (readonly ReplyButton[])[]): InlineKeyboardMarkup {
  return {
    inline_keyboard: rows.map((row) =>
      row.map((one) =>
        "data" in one
          ? { text: one.label, callback_data: one.data }
          : { text: one.label, url: one.url },
      ),
    ),
  };
}

/** Returns a keyboard with these rows of buttons. */
function keyboardOf(rows: readonly (readonly ButtonTexts[])[]): InlineKeyboardMarkup {
  return {
    inline_keyboard: rows.map((row) =>
      row.map(({ title: text, data }) => ({ text, callback_data: data })),
    ),
  };
}

interface ButtonTexts {
  readonly title: string;
  readonly data: string;
}

/**
 * Returns the outcome of a part that Telegram refused. A person may unblock the bot, and a closed
 * topic may be reopened; if the chat is gone, another attempt would not help.
 */
function toOutcome(error: unknown, chat: string): unknown {
  const cause = { cause: error };
  const said = answerOf(error)?.description ?? "";
  switch (refusalOf(error)) {
    case "blocked":
      return new Fault("conflict", `Cannot write to the Telegram chat ${chat}: ${said}`, {
        hint: "The message will be sent when the person writes to the bot or unblocks it.",
        ...cause,
      });
    case "topic-closed":
      return new Fault("conflict", `The topic ${chat} is closed: ${said}`, {
        hint: "The message will be sent when the topic is reopened.",
        ...cause,
      });
    case "chat-gone":
    case "topic-gone":
      return new Fault(
        "missing",
        `The bot no longer has access to the Telegram chat ${chat}: ${said}`,
        {
          hint: "The bot was removed from the group, or the account, chat or topic was deleted.",
          ...cause,
        },
      );
    default:
      return error;
  }
}
