import { Fault } from "@reeve/sdk";
import type { ReactionTypeEmoji } from "grammy/types";

/** Emoji that bots may react with, as the Bot API lists them. */
const REACTIONS: readonly ReactionTypeEmoji["emoji"][] = [
  "👍",
  "👎",
  "❤",
  "🔥",
  "🥰",
  "👏",
  "😁",
  "🤔",
  "🤯",
  "😱",
  "🤬",
  "😢",
  "🎉",
  "🤩",
  "🤮",
  "💩",
  "🙏",
  "👌",
  "🕊",
  "🤡",
  "🥱",
  "🥴",
  "😍",
  "🐳",
  "❤‍🔥",
  "🌚",
  "🌭",
  "💯",
  "🤣",
  "⚡",
  "🍌",
  "🏆",
  "💔",
  "🤨",
  "😐",
  "🍓",
  "🍾",
  "💋",
  "🖕",
  "😈",
  "😴",
  "😭",
  "🤓",
  "👻",
  "👨‍💻",
  "👀",
  "🎃",
  "🙈",
  "😇",
  "😨",
  "🤝",
  "✍",
  "🤗",
  "🫡",
  "🎅",
  "🎄",
  "☃",
  "💅",
  "🤪",
  "🗿",
  "🆒",
  "💘",
  "🙉",
  "🦄",
  "😘",
  "💊",
  "🙊",
  "😎",
  "👾",
  "🤷‍♂",
  "🤷",
  "🤷‍♀",
  "😡",
];

/** Mark for emoji as pictures, which models add and Telegram leaves out. */
const VARIATION = /\uFE0F/gu;

/** Returns a reaction; rejects emoji that Telegram does not take. */
export function toReaction(emoji: string): ReactionTypeEmoji {
  const plain = emoji.replaceAll(VARIATION, "");
  const known = REACTIONS.find((one) => one.replaceAll(VARIATION, "") === plain);
  if (known !== undefined) return { type: "emoji", emoji: known };
  throw new Fault("invalid", `Telegram does not take ${emoji} as a reaction.`, {
    hint: `Use one of ${REACTIONS.slice(0, 20).join(" ")}`,
  });
}
