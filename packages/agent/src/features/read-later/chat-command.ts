import { type ChatCommand, textReply } from "../../core/commands.ts";
import { texts } from "../../platform/texts.ts";

const NEWEST = 10;

/** `/readlater`: what was saved and not read yet. */
export function readLaterCommand(): ChatCommand {
  return {
    name: "readlater",
    usage: "/readlater",
    access: "anyone",
    where: "direct",
    async answer(tx, { person: { tenant, id }, language }) {
      const filter = { status: "unread", limit: NEWEST } as const;
      const saved = await tx.readingList.list({ tenant, person: id }, filter);
      if (saved.length === 0) return textReply(texts(language).reading.none);
      const rows = saved.map(({ title, url }) =>
        url === null || url === title ? `- ${title}` : `- ${title}\n  ${url}`,
      );
      return textReply(rows.join("\n"));
    },
  };
}
