import type { Reading } from "../reading.ts";
import { readXml } from "../xml/read-xml.ts";

/** Formats a number according to its cell style; undefined if it is a plain number. */
export type FormatNumber = (serial: number, style: number) => string | undefined;

/** Formats of dates and times that need no definition. */
const BUILT_IN: readonly (readonly [number, Shown])[] = [
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47].map((id) => [id, "date"] as const),
  [46, "duration"],
];

/** Value that a format shows: a date or time, or a duration. */
type Shown = "date" | "duration";

interface DateOptions {
  /** The workbook counts its days from 1904. */
  readonly isFrom1904: boolean;
  readonly reading: Reading;
}

/** Reads the styles of a workbook, for formatting numbers whose cells show dates, times or durations. */
export function readDateStyles(
  xml: Buffer | undefined,
  { isFrom1904, reading }: DateOptions,
): FormatNumber {
  const styles = xml ? listStyles(xml, reading) : [];
  return (serial, style) => {
    const shown = styles[style];
    if (shown === "duration") return formatDuration(serial);
    if (shown === undefined) return undefined;
    return formatSerialDate(serial, isFrom1904 ? DAYS_TO_1904 : 0);
  };
}

function listStyles(xml: Buffer, reading: Reading): readonly (Shown | undefined)[] {
  const formats = new Map(BUILT_IN);
  const styles: (Shown | undefined)[] = [];
  let isCellStyle = false;
  readXml(
    xml,
    {
      start(name, attribute) {
        if (name === "cellXfs") isCellStyle = true;
        const format = Number(attribute("numFmtId"));
        const shown = name === "numFmt" ? shownBy(attribute("formatCode") ?? "") : undefined;
        if (shown !== undefined) formats.set(format, shown);
        if (name === "xf" && isCellStyle) styles.push(formats.get(format));
      },
      end(name) {
        if (name === "cellXfs") isCellStyle = false;
      },
    },
    reading,
  );
  return styles;
}

/**
 * Returns the kind of value that a format code shows. `[h]` counts hours beyond a day. Text in quotes, in
 * other brackets or after a backslash is ignored.
 */
function shownBy(code: string): Shown | undefined {
  const bare = code.replaceAll(/"[^"]*"|\\./g, "");
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return "duration";
  return /[dhmsy]/i.test(bare.replaceAll(/\[[^\]]*\]/g, "")) ? "date" : undefined;
}

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Day 0 as all programs count that follow a calendar with a 29 February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1_462;
/** Last day of the year 9999. */
const LAST_DAY = 2_958_465;

/** 45000.5 → "2023-03-15 12:00"; a day without its time, a time without its day. Undefined for what is no date. */
function formatSerialDate(serial: number, daysBefore: number): string | undefined {
  const day = serial + daysBefore;
  if (!(serial >= 0 && day <= LAST_DAY)) return undefined;
  const [date = "", time = ""] = new Date(DAY_ZERO + Math.round(day * DAY_MS))
    .toISOString()
    .split("T");
  const clock = time.slice(0, time.slice(6, 8) === "00" ? 5 : 8);
  if (serial < 1) return clock;
  return Number.isInteger(serial) ? date : `${date} ${clock}`;
}

/** 1.75 → "42:00", in hours and minutes, and in seconds where there are some. Undefined for what is no duration. */
function formatDuration(serial: number): string | undefined {
  if (!(Math.abs(serial) <= LAST_DAY)) return undefined;
  const all = Math.round(Math.abs(serial) * DAY_SECONDS);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const parts = seconds === 0 ? [minutes] : [minutes, seconds];
  const clock = [hours, ...parts.map((part) => String(part).padStart(2, "0"))].join(":");
  return serial < 0 ? `-${clock}` : clock;
}
