import { z } from "zod";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import type { Texts } from "../../../platform/texts.ts";
import {
  approvalButtons,
  type ButtonPress,
  choiceButtons,
  parseButtonData,
  type PluginButtonPress,
  pluginButtons,
} from "../button-data.ts";
import type { ChannelState } from "../channel-state.ts";
import type { KeyedPlatform, Posting } from "./keyed-platform.ts";

/** Button below a message: a reaction by the agent, which people repeat to press it. */
export interface ReactionButton {
  readonly emoji: string;
  readonly title: string;
  readonly data: string;
}

const SIGNS = { allow: "✅", deny: "❌", edit: "✏" } as const;

const DIGITS = ["1⃣", "2⃣", "3⃣", "4⃣", "5⃣", "6⃣", "7⃣", "8⃣", "9⃣"];

/** Returns the buttons of a question; none for other parts. */
export function reactionButtonsOf(part: ReplyPart, texts: Texts): readonly ReactionButton[] {
  if (part.type === "choice") return choiceButtons(part, texts).map(numbered);
  if (part.type === "buttons") return pluginButtons(part.rows).map(numbered);
  if (part.type !== "approval") return [];
  return approvalButtons(part.approval, texts).map((one) => ({ ...one, emoji: SIGNS[one.verb] }));
}

/** The most buttons that have a digit. */
export const MAX_REACTION_BUTTONS: number = DIGITS.length;

function numbered(button: Omit<ReactionButton, "emoji">, index: number): ReactionButton {
  return { ...button, emoji: DIGITS[index] ?? "?" };
}

const stored = z.object({
  /** External id of the message's chat. */
  chat: z.string(),
  /** Data of the buttons by their emojis. */
  data: z.record(z.string(), z.string()),
  /** Ids of the agent's reactions so far. */
  reactions: z.array(z.string()),
});

interface ButtonPlace extends Posting {
  readonly message: string;
  readonly index: number;
}

/** Buttons for platforms that have none; those of other platforms are never found here. */
export type ReactionButtons = ReturnType<typeof createReactionButtons>;

export function createReactionButtons(
  state: ChannelState,
  { reactions: reacting }: Pick<KeyedPlatform<unknown>, "reactions">,
) {
  const read = async (message: string) =>
    stored.safeParse(parseJson((await state.get(keyOf(message))) ?? "")?.value).data;
  const store = (message: string, value: z.output<typeof stored>) =>
    state.set(keyOf(message), JSON.stringify(value), { externalId: value.chat });
  return {
    /** Adds the button at an index. Returns the id of the reaction. */
    async add(
      buttons: readonly ReactionButton[],
      { index, message, ...posting }: ButtonPlace,
    ): Promise<string> {
      const { externalId: chat, key } = posting;
      const data = Object.fromEntries(buttons.map((one) => [one.emoji, one.data]));
      // A person may press a button as soon as it is there.
      if (index === 0) await store(message, { chat, data, reactions: [] });
      const reaction = (await reacting?.add(message, buttons[index]?.emoji ?? "", posting)) ?? key;
      const { reactions = [] } = (await read(message)) ?? {};
      await store(message, { chat, data, reactions: [...reactions, reaction] });
      return reaction;
    },
    /** Returns whether a message has exactly these buttons. */
    async has(message: string, buttons: readonly ReactionButton[]): Promise<boolean> {
      const { data = {}, reactions = [] } = (await read(message)) ?? {};
      const isSame = buttons.every((one) => data[one.emoji] === one.data);
      return isSame && reactions.length === buttons.length;
    },
    /** Returns the ids of the reactions that are the buttons of a message. */
    of: async (message: string) => (await read(message))?.reactions ?? [],
    /** Removes one. Returns the id of the removal. */
    remove: async (reaction: string, posting: Posting) =>
      (await reacting?.remove(reaction, posting)) ?? posting.key,
    /** Returns the button that a reaction presses, and the chat of its message. */
    async find(
      message: string,
      emoji: string,
    ): Promise<
      { readonly press: ButtonPress | PluginButtonPress; readonly chat: string } | undefined
    > {
      const found = await read(message);
      const press = parseButtonData(found?.data[emoji]);
      return press && found && { press, chat: found.chat };
    },
  };
}

function keyOf(message: string): string {
  return `buttons:${message}`;
}
