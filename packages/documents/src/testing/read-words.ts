import { readDocument } from "../read-document.ts";

/** Returns the text of a document that is read where nothing limits its time and memory. */
export async function readWords(name: string, content: string | Uint8Array): Promise<string> {
  const data = Buffer.from(content);
  const { text } = await readDocument({ name, data, maxChars: 50_000, maxPages: 100 });
  return text;
}
