import type { Zip } from "../xml/open-zip.ts";
import { damaged, type Reading, refusal } from "../reading.ts";
import { readXml } from "../xml/read-xml.ts";

/** Maximum number of repeats of a cell or row: empty ones repeat up to the end of the sheet. */
const MAX_REPEATED = 50;
const MAX_SPACES = 100;

/** A text, sheet or presentation of the OpenDocument family. */
export function readOdf(zip: Zip, reading: Reading): void {
  const manifest = zip.read("META-INF/manifest.xml")?.toString("utf8") ?? "";
  if (manifest.includes("encryption-data"))
    throw refusal(reading, "is locked with a password", {
      why: "locked",
      hint: "Ask for the file without a password.",
    });
  const xml = zip.read("content.xml");
  if (!xml) throw damaged(reading);
  const { draft } = reading;
  /** Number of open elements whose text is not visible on the page. */
  let hidden = 0;
  let paragraphs = 0;
  let cell: string | undefined;
  let repeated = 1;
  let gap = 0;
  let row = "";
  let rows = 1;
  let slides = 0;
  const write = (text: string) => {
    if (hidden > 0) return;
    if (cell === undefined) draft.write(text);
    else cell += text.replaceAll("\n", " ");
  };
  readXml(
    xml,
    {
      start(name, attribute) {
        if (HIDDEN.has(name)) hidden += 1;
        if (name === "p" || name === "h") paragraphs += 1;
        if (name === "h") write(`${"#".repeat(levelOf(attribute("outline-level")))} `);
        if (name === "s") write(" ".repeat(atMost(MAX_SPACES, attribute("c"))));
        if (name === "tab") write("\t");
        if (name === "line-break") write("\n");
        if (name === "list-item") write("- ");
        if (name === "table-row") {
          gap = 0;
          row = "";
          rows = countOf(attribute("number-rows-repeated"));
        }
        if (name === "table-cell" || name === "covered-table-cell") {
          cell = "";
          repeated = atMost(MAX_REPEATED, attribute("number-columns-repeated"));
        }
        if (name === "table" && attribute("name") !== undefined) {
          draft.endLine();
          write(`\n## ${attribute("name")}\n`);
        }
        if (name === "page") {
          slides += 1;
          draft.endLine();
          write(`\n## Slide ${slides}\n`);
        }
      },
      end(name) {
        if (name === "p" || name === "h") {
          paragraphs -= 1;
          write("\n");
        }
        if (HIDDEN.has(name)) hidden -= 1;
        if ((name === "table-cell" || name === "covered-table-cell") && cell !== undefined) {
          const text = cell.trim();
          cell = undefined;
          if (text !== "") {
            const cells =
              "\t".repeat(gap) + Array.from({ length: repeated }, () => text).join("\t");
            write(cells);
            if (rows > 1 && hidden === 0) row += cells;
            gap = 1;
          } else gap += repeated;
        }
        if (name === "table-row") {
          draft.endLine();
          if (row !== "") write(repeatRow(row, rows));
        }
      },
      text(text) {
        if (paragraphs > 0) write(text);
      },
    },
    reading,
  );
}

const HIDDEN: ReadonlySet<string> = new Set(["tracked-changes", "forms", "annotation-end"]);

/** Returns the lines below a row's first one. */
function repeatRow(row: string, rows: number): string {
  const lines = `${row}\n`.repeat(Math.min(rows, MAX_REPEATED) - 1);
  return rows > MAX_REPEATED ? `${lines}[This row occurs ${rows} times.]\n` : lines;
}

function atMost(most: number, written: string | undefined): number {
  return Math.min(most, countOf(written));
}

function countOf(written: string | undefined): number {
  const wanted = Number(written ?? 1);
  return Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1;
}

function levelOf(written: string | undefined): number {
  return atMost(6, written);
}
