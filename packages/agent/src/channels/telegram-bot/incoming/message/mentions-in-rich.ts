import type { RichMessage } from "grammy/types";
import { isRecord } from "../../../../kernel/json.ts";

/** Somebody who is named, by what they are found by. */
export interface Mention {
  /** Without an @. */
  readonly username?: string;
  readonly id?: number;
}

/** Whom a rich message names, in whatever block. */
export function mentionsInRich({ blocks }: RichMessage): readonly Mention[] {
  return findMentions(blocks);
}

/** Texts stand in blocks, items, cells and captions, and in each other. */
function findMentions(value: unknown): readonly Mention[] {
  if (Array.isArray(value)) return value.flatMap(findMentions);
  if (!isRecord(value)) return [];
  const { type, username, user } = value;
  if (type === "mention" && typeof username === "string")
    return [{ username: username.replace(/^@/, "") }];
  if (type === "text_mention" && isRecord(user) && typeof user["id"] === "number")
    return [{ id: user["id"] }];
  return Object.values(value).flatMap(findMentions);
}
