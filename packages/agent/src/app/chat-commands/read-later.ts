import { type ChatCommand, inText } from "../../core/commands.ts";

const NEWEST = 10;

/** `/readlater`: what was saved and not read yet. */
export function readLaterCommand(): ChatCommand {
  return {
    name: "readlater",
    usage: "/readlater",
    summary: "what you saved to read, newest first",
    access: "anyone",
    where: "direct",
    async answer(tx, { person: { tenant, id } }) {
      const filter = { status: "unread", limit: NEWEST } as const;
      const saved = await tx.readings.list({ tenant, person: id }, filter);
      if (saved.length === 0) return inText("Nothing is saved to read.");
      const rows = saved.map(({ title, url }) =>
        url === null || url === title ? `- ${title}` : `- ${title}\n  ${url}`,
      );
      return inText(rows.join("\n"));
    },
  };
}
