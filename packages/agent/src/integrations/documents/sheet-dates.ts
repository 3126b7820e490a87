import type { Zip } from "./open-zip.ts";
import type { Reading } from "./reading.ts";
import { readXml } from "./read-xml.ts";

/** Formats of dates and times that need no definition. */
const BUILT_IN: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Which cell styles of a workbook show numbers as dates or times. */
export function readDateStyles(zip: Zip, reading: Reading): (style: number) => boolean {
  const xml = zip.read("xl/styles.xml");
  if (!xml) return () => false;
  const formats = new Set(BUILT_IN);
  const styles: boolean[] = [];
  let isCellStyle = false;
  readXml(
    xml,
    {
      start(name, attribute) {
        if (name === "cellXfs") isCellStyle = true;
        const format = Number(attribute("numFmtId"));
        if (name === "numFmt" && isDateFormat(attribute("formatCode") ?? "")) formats.add(format);
        if (name === "xf" && isCellStyle) styles.push(formats.has(format));
      },
      end(name) {
        if (name === "cellXfs") isCellStyle = false;
      },
    },
    reading,
  );
  return (style) => styles[style] === true;
}

/** What stands in quotes, in brackets or behind a backslash is no part of the date. */
function isDateFormat(code: string): boolean {
  return /[dhmsy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ""));
}

const DAY_MS = 86_400_000;
/** Day 0 as all programs count that follow a calendar with a 29 February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Of the year 9999. */
const LAST_DAY = 2_958_465;

/** 45000.5 → "2023-03-15 12:00"; a day without its time, a time without its day. Undefined for what is no date. */
export function formatSerialDate(serial: number): string | undefined {
  if (!(serial >= 0 && serial <= LAST_DAY)) return undefined;
  const [date = "", time = ""] = new Date(DAY_ZERO + Math.round(serial * DAY_MS))
    .toISOString()
    .split("T");
  const clock = time.slice(0, time.slice(6, 8) === "00" ? 5 : 8);
  if (serial < 1) return clock;
  return Number.isInteger(serial) ? date : `${date} ${clock}`;
}
