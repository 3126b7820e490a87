import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { cursor, folderId, limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Searches the messages of all chats. */
export const telegramSearchGlobal = declareTool({
  name: "telegram_search_global",
  summary:
    "Search messages across all chats, groups and channels of the account by keyword, kind " +
    "of media, date or folder, when it is not known where something was said. Inside one " +
    "chat, use telegram_search_messages; for channels that you have not joined, use " +
    "telegram_search_posts.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(256)
      .optional()
      .describe("Words to search for. Omit them to use only the other filters."),
    peerType: z
      .enum(["all", "channels", "groups", "users"])
      .optional()
      .describe("Only chats of this kind. Default: all."),
    messageType: z
      .enum(["photo", "video", "document", "link", "voice", "music", "gif"])
      .optional()
      .describe("Only messages that contain this kind of media."),
    after: day("Only messages sent at or after this time"),
    before: day("Only messages sent before this time"),
    folderId: folderId().optional(),
    limit: limit("messages", { max: 100, initial: 20 }),
    sort: z.enum(["newest", "oldest"]).optional().describe("Order within a page. Default: newest."),
    cursor: cursor(),
  }),
  utterances: [
    "where did someone mention the Lisbon offsite? go through all my chats",
    "find the text with the wifi password, no idea who sent it",
    "look through everything for photos from March",
    "who wrote about invoice 2231 last week, in any conversation",
    "search every group I'm in for links about housing",
    "cherche dans toutes mes conversations qui a parlé du loyer",
    "trova tra tutte le chat dove mi hanno scritto l'IBAN",
    "procura em todas as conversas onde falaram do voo para Recife",
    "пошукай в усіх чатах, де згадували паспорт",
    "znajdź we wszystkich rozmowach kod do bramy",
    "誰から来たか忘れたけど「領収書」が出てくるやりとりを全部のトークから探して",
  ],
});

function day(what: string) {
  return z
    .string()
    .regex(
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/,
      "it must be a date, or a time with a time zone, in ISO 8601",
    )
    .optional()
    .describe(
      `${what}: a date such as "2026-03-01", or a time with a time zone, such as "2026-03-01T09:00+01:00".`,
    );
}
