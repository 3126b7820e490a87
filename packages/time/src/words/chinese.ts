import { inOrder, type Meaning, type Words } from "../read/mark.ts";
import { hanNumbers } from "./han-numbers.ts";

const DAYS = ["日|天", "一", "二", "三", "四", "五", "六"];
const WEEKS = ["周", "週", "星期", "礼拜", "禮拜"];

function weekdays(before: readonly string[], more: Meaning): (readonly [string, Meaning])[] {
  return inOrder(
    DAYS.map((days) =>
      days
        .split("|")
        .flatMap((day) => before.flatMap((one) => WEEKS.map((week) => `${one}${week}${day}`)))
        .join("|"),
    ),
    (weekday) => ({ weekday, ...more }),
  );
}

/** How moments and recurrences are worded in Chinese. */
export const chinese: Words = {
  language: "zh",
  ordinalEnding: "(?:号|號)",
  ordinalMeaning: { roles: ["on"] },
  phrases: [
    ...hanNumbers(),
    ["两|兩", { number: 2 }],
    ["半", { number: 30 }],
    ["一刻", { number: 15 }],
    ["半小时|半小時|半个小时|半個小時|半个钟头", { length: { count: 30, unit: "minute" } }],
    ["今天|今日", { day: 0 }],
    ["明天|明日", { day: 1 }],
    ["后天|後天", { day: 2 }],
    ["大后天|大後天", { day: 3 }],
    ["昨天|昨日", { day: -1 }],
    ["前天", { day: -2 }],
    ["今早", { day: 0, part: "morning" }],
    ["今晚", { day: 0, part: "evening" }],
    ["明早", { day: 1, part: "morning" }],
    ["明晚", { day: 1, part: "evening" }],
    ["早上|早晨|清晨", { part: "morning" }],
    ["上午", { part: "forenoon" }],
    ["中午|正午", { part: "noon" }],
    ["下午", { part: "afternoon" }],
    ["傍晚|晚上|晚间|晚", { part: "evening" }],
    ["夜里|深夜", { part: "night" }],
    ["凌晨", { part: "night" }],
    ["午夜|半夜", { part: "midnight" }],
    ...weekdays([""], {}),
    ...weekdays(["下", "下个", "下個"], { which: "next" }),
    ...weekdays(["这", "這", "本"], { which: "this" }),
    ...weekdays(["上", "上个", "上個"], { which: "last" }),
    ...weekdays(["每", "每个", "每個"], { every: { count: 1, unit: "week" } }),
    ["分钟|分鐘|分", { unit: "minute" }],
    ["小时|小時|个小时|個小時|钟头", { unit: "hour" }],
    ["点|點|点钟|點鐘", { roles: ["hour"] }],
    ["天|日", { unit: "day" }],
    ["周|週|星期|个星期|個星期|礼拜", { unit: "week" }],
    ["周末|週末", { unit: "weekend" }],
    ["月|个月|個月", { unit: "month" }],
    ["年", { unit: "year" }],
    ["后|後|之后|之後|以后|以後", { roles: ["later"] }],
    ["前|之前|以前", { roles: ["ago"] }],
    ["在|的|于", { roles: ["filler"] }],
    ["和|与|與", { roles: ["and"] }],
    ["或|还是", { roles: ["or"] }],
    ["下|下个|下個", { which: "next" }],
    ["上|上个|上個", { which: "last" }],
    ["这|這|这个|本", { which: "this" }],
    ["月底", { edge: "end", unit: "month" }],
    ["月初", { edge: "start", unit: "month" }],
    ["年底", { edge: "end", unit: "year" }],
    ["每|每个|每個|每隔", { roles: ["every"] }],
    ["每天|每日", { every: { count: 1, unit: "day" } }],
    ["每周|每週|每星期", { every: { count: 1, unit: "week" } }],
    ["每月|每个月|每個月", { every: { count: 1, unit: "month" } }],
    ["每年", { every: { count: 1, unit: "year" } }],
    ["每小时|每小時", { every: { count: 1, unit: "hour" } }],
    ["工作日|每个工作日", { roles: ["workdays"], every: { count: 1, unit: "week" } }],
  ],
};
