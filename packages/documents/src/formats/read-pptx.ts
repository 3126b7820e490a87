import type { Zip } from "../xml/open-zip.ts";
import { damaged, type Reading } from "../reading.ts";
import { findRelated, readRelations } from "./read-relations.ts";
import { readXml } from "../xml/read-xml.ts";

/**
 * Writes the slides of a presentation in their order, each with its notes. `main` is the part that lists
 * them.
 */
export function readPptx(zip: Zip, main: string, reading: Reading): void {
  const { draft } = reading;
  for (const [index, slide] of listSlides(zip, main, reading).entries()) {
    if (draft.isFull) return;
    const xml = zip.read(slide);
    if (!xml) continue;
    draft.endLine();
    draft.write(`\n## Slide ${index + 1}\n`);
    readWords(xml, reading);
    const notes = findRelated(readRelations(zip, slide, reading), "notesSlide");
    const words = notes === undefined ? undefined : zip.read(notes);
    if (!words) continue;
    draft.endLine();
    draft.write("\nNotes:\n");
    readWords(words, reading);
  }
}

function listSlides(zip: Zip, main: string, reading: Reading): readonly string[] {
  const xml = zip.read(main);
  if (!xml) throw damaged(reading);
  const relations = readRelations(zip, main, reading);
  const slides: string[] = [];
  readXml(
    xml,
    {
      start(name, attribute) {
        if (name !== "sldId") return;
        const target = relations.get(attribute("relationships:id") ?? "")?.target;
        if (target !== undefined) slides.push(target);
      },
    },
    reading,
  );
  return slides;
}

function readWords(xml: Buffer, reading: Reading): void {
  const { draft } = reading;
  let isText = false;
  let cells = 0;
  readXml(
    xml,
    {
      start(name) {
        isText = name === "t";
        if (name === "tc") cells += 1;
        if (name === "br") draft.write(cells > 0 ? " " : "\n");
      },
      end(name) {
        isText = false;
        if (name === "tc") {
          cells -= 1;
          draft.write("\t");
        }
        if (name === "tr") draft.write("\n");
        if (name === "p") draft.write(cells > 0 ? " " : "\n");
      },
      text(text) {
        if (isText) draft.write(text);
      },
    },
    reading,
  );
}
