import path from "node:path";
import { decodeText } from "../decode-text.ts";
import { writeHtml } from "./write-html.ts";
import type { Zip } from "../xml/open-zip.ts";
import { damaged, type Reading, refusal } from "../reading.ts";
import { readXml } from "../xml/read-xml.ts";

/** Writes the chapters of an e-book in their order. */
export function readEpub(zip: Zip, reading: Reading): void {
  const { draft } = reading;
  const opf = findPackage(zip, reading);
  const locked = zip.names.includes("META-INF/rights.xml");
  if (locked)
    throw refusal(reading, "is locked: its publisher lets only some programs open it", {
      why: "locked",
    });
  for (const chapter of listChapters(zip, opf, reading)) {
    if (draft.isFull) return;
    const page = zip.read(chapter);
    if (page) writeHtml(decodeText(page) ?? "", draft);
    draft.endLine();
    draft.write("\n");
  }
}

function findPackage(zip: Zip, reading: Reading): string {
  let found: string | undefined;
  const xml = zip.read("META-INF/container.xml");
  if (xml)
    readXml(
      xml,
      {
        start(name, attribute) {
          if (name === "rootfile") found ??= attribute("full-path");
        },
      },
      reading,
    );
  if (found === undefined) throw damaged(reading);
  return found;
}

function listChapters(zip: Zip, opf: string, reading: Reading): readonly string[] {
  const xml = zip.read(opf);
  if (!xml) throw damaged(reading);
  const folder = path.posix.dirname(opf);
  const files = new Map<string, string>();
  const chapters: string[] = [];
  readXml(
    xml,
    {
      start(name, attribute) {
        const href = attribute("href") ?? "";
        if (name === "item")
          files.set(attribute("id") ?? "", path.posix.join(folder, unescape(href)));
        const file = name === "itemref" ? files.get(attribute("idref") ?? "") : undefined;
        if (file !== undefined) chapters.push(file);
      },
    },
    reading,
  );
  return chapters;
}

/** Decodes percent escapes as far as possible; a lone `%` stays. */
function unescape(href: string): string {
  return href.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8"),
  );
}
