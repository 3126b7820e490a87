import { expect, test } from "vitest";
import { captureLog } from "../../llm/testing/kept-log.ts";
import { createChooseModel } from "./choose-model.ts";
import { chooseUtility } from "./choose-utility.ts";

function choosing(env: Readonly<Record<string, string>>) {
  const config = { fallback: [], prices: {} };
  const configured = "auto";
  return createChooseModel({ config, configured, env, clock: { now: () => 0 }, log: captureLog() });
}

const keys = { ANTHROPIC_API_KEY: "none", OPENAI_API_KEY: "none" };

test("summaries are the provider's small model's, with nobody behind it", async () => {
  const choose = choosing(keys);
  const chosen = await choose("anthropic");
  const utility = await chooseUtility(chosen, { choose, name: undefined });
  expect(utility?.id).toBe("anthropic/claude-haiku-5-5");
});

test("the config names another one, of whichever provider", async () => {
  const choose = choosing(keys);
  const chosen = await choose("anthropic");
  const utility = await chooseUtility(chosen, { choose, name: "openai/gpt-5.5" });
  expect(utility?.id).toBe("openai/gpt-5.5");
});

test("the offline model sums nothing up", async () => {
  const choose = choosing({});
  const chosen = await choose("offline/rules");
  expect(await chooseUtility(chosen, { choose, name: undefined })).toBe(undefined);
});
