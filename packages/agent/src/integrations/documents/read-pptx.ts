import type { Zip } from "./open-zip.ts";
import { damaged, type Reading } from "./reading.ts";
import { readRelations } from "./read-relations.ts";
import { readXml } from "./read-xml.ts";

const PRESENTATION = "ppt/presentation.xml";

/** The slides of a presentation in their order, each with its notes. */
export function readPptx(zip: Zip, reading: Reading): void {
  const { draft } = reading;
  for (const [index, slide] of listSlides(zip, reading).entries()) {
    if (draft.isFull) return;
    const xml = zip.read(slide);
    if (!xml) continue;
    draft.endLine();
    draft.write(`\n## Slide ${index + 1}\n`);
    readWords(xml, reading);
    const notes = [...readRelations(zip, slide, reading).values()].find(
      ({ type }) => type === "notesSlide",
    );
    const words = notes && zip.read(notes.target);
    if (!words) continue;
    draft.endLine();
    draft.write("\nNotes:\n");
    readWords(words, reading);
  }
}

function listSlides(zip: Zip, reading: Reading): readonly string[] {
  const xml = zip.read(PRESENTATION);
  if (!xml) throw damaged(reading);
  const relations = readRelations(zip, PRESENTATION, reading);
  const slides: string[] = [];
  readXml(
    xml,
    {
      start(name, attribute) {
        const target =
          name === "sldId" ? relations.get(attribute("r:id") ?? "")?.target : undefined;
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
