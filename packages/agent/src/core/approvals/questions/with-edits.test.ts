import { expect, test } from "vitest";
import { LANGUAGES } from "../../../kernel/languages.ts";
import { withEdits } from "./with-edits.ts";

test("a question that was not changed stands as it is", () => {
  expect(withEdits("Send?", { edits: 0, language: "en" })).toBe("Send?");
});

test("how often a question was changed stands behind it, in each language", () => {
  const lines = LANGUAGES.map((language) =>
    [1, 2, 5].map((edits) => withEdits("?", { edits, language }).replace("?\n", "")),
  );
  expect(lines).toEqual([
    ["(edited once)", "(edited 2 times)", "(edited 5 times)"],
    ["(einmal geändert)", "(2-mal geändert)", "(5-mal geändert)"],
    ["(cambiado una vez)", "(cambiado 2 veces)", "(cambiado 5 veces)"],
    ["(modifié une fois)", "(modifié 2 fois)", "(modifié 5 fois)"],
    ["(modificato una volta)", "(modificato 2 volte)", "(modificato 5 volte)"],
    ["(poprawione raz)", "(poprawione 2 razy)", "(poprawione 5 razy)"],
    ["(alterado uma vez)", "(alterado 2 vezes)", "(alterado 5 vezes)"],
    ["(изменено 1 раз)", "(изменено 2 раза)", "(изменено 5 раз)"],
    ["(1 kez değiştirildi)", "(2 kez değiştirildi)", "(5 kez değiştirildi)"],
    ["(змінено 1 раз)", "(змінено 2 рази)", "(змінено 5 разів)"],
  ]);
});
