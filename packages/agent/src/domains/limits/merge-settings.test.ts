import { expect, test } from "vitest";
import { limitsConfig } from "../config.ts";
import { checkSetting, mergeSettings } from "./merge-settings.ts";

const config = limitsConfig.parse({
  money: { person: { day: "1" } },
  assets: { TON: { perDay: "10", decimals: 6 } },
});

const merged = (key: string, value: string) => mergeSettings(config, new Map([[key, value]]));

test("none removes a limit, and the decimals of an asset have their default again", () => {
  expect(merged("money.person.day", "none").money.person?.day).toBe(undefined);
  expect(merged("assets.TON.decimals", "none").assets["TON"]).toEqual({ perDay: "10" });
});

test("none turns off a rate, whatever its default is", () => {
  expect(merged("rates.person.minute", "none").rates.person.minute).toBe(0);
});

test("a value that is none of the limit is refused with an example", () => {
  expect(() => checkSetting(config, "money.person.day", "0.50")).not.toThrow();
  expect(() => checkSetting(config, "money.person.day", "much")).toThrow(
    expect.objectContaining({
      code: "invalid",
      message: expect.stringContaining('Invalid value "much" for money.person.day: '),
      hint: "Example: reeve limits set money.person.day 0.50",
    }),
  );
});
