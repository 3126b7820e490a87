import { readFile } from "node:fs/promises";

const SECTION = /^-- from (\d{4})(?: to (\d{4}))?$/m;

/** Since then, chats and channels are named so. */
const RENAMED = "0031";

/** Returns statements that fill a database of the schema with rows; `bytes` is a value with the bytes 01 02 03. */
export async function earlierRows(schema: string, bytes: string): Promise<string> {
  const text = await readFile(new URL("rows.sql", import.meta.url), "utf8");
  const [, ...sections] = text.split(SECTION);
  const fitting: string[] = [];
  for (let at = 0; at < sections.length; at += 3) {
    const [from = "", to = "9999", statements = ""] = sections.slice(at, at + 3);
    const number = schema.slice(0, 4);
    if (from <= number && number <= to) fitting.push(statements);
  }
  const rows = fitting.join("").replaceAll(":bytes", bytes);
  return schema < RENAMED ? rows : rows.replaceAll(/\b(places?|surface(?:_id)?)\b/g, rename);
}

function rename(name: string): string {
  return NAMES[name] ?? name;
}

const NAMES: Readonly<Record<string, string>> = {
  places: "chats",
  place: "chat",
  surface: "channel",
  surface_id: "external_id",
};
