import type { Meaning } from "../read/mark.ts";

const DIGITS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/** The numbers from 1 to 59 as Chinese and Japanese write them. */
export function hanNumbers(): (readonly [string, Meaning])[] {
  return Array.from({ length: 59 }, (_, index) => {
    const number = index + 1;
    const tens = Math.floor(number / 10);
    const ten = tens > 1 ? `${DIGITS[tens]}十` : "十";
    const word = `${tens > 0 ? ten : ""}${DIGITS[number % 10]}`;
    return [word, { number }] as const;
  });
}
