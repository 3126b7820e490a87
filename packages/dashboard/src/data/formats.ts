import { useMemo } from "react";
import { useI18n } from "./texts.ts";

/** Numbers and times as the reader's language writes them. */
export interface Formats {
  /** Amount of US dollars. */
  readonly money: (dollars: number) => string;
  readonly number: (value: number) => string;
  /** Share from 0 to 1. */
  readonly percent: (share: number) => string;
  /** Time of day; with the date, if it was not today. */
  readonly time: (at: number) => string;
  /** A day: Unix milliseconds, or `2026-02-01`. */
  readonly day: (at: number | string) => string;
  readonly fromNow: (at: number) => string;
  readonly bytes: (count: number) => string;
}

export function useFormats(): Formats {
  const { language } = useI18n();
  return useMemo(() => createFormats(language), [language]);
}

function createFormats(language: string): Formats {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
  const date = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  return {
    money: (dollars) =>
      new Intl.NumberFormat(language, {
        style: "currency",
        currency: "USD",
        maximumFractionDigits: dollars !== 0 && Math.abs(dollars) < 0.1 ? 4 : 2,
      }).format(dollars),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    time: (at) => {
      const isToday = new Date(at).toDateString() === new Date().toDateString();
      return (isToday ? clock : moment).format(at);
    },
    day: (at) =>
      typeof at === "string" ? date.format(new Date(`${at}T00:00:00Z`)) : day.format(at),
    fromNow: (at) => {
      const minutes = Math.round((at - Date.now()) / 60_000);
      if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
      const hours = Math.round(minutes / 60);
      if (Math.abs(hours) < 24) return relative.format(hours, "hour");
      return relative.format(Math.round(hours / 24), "day");
    },
    bytes: (count) => {
      const power = Math.min(
        Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)),
        units.length - 1,
      );
      const unit = units[power] ?? "byte";
      const value = count / 1000 ** power;
      return new Intl.NumberFormat(language, {
        style: "unit",
        unit,
        maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
      }).format(value);
    },
  };
}
