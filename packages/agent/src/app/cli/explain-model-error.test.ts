import { expect, test } from "vitest";
import { modelError } from "../../llm/model-error.ts";
import { Secret } from "../../platform/secret.ts";
import { explainModelError } from "./explain-model-error.ts";

const wanted = { provider: "groq", key: new Secret("sk-1") };

test.each([
  ["auth", 401, "denied", "groq rejected the API key (401): Reason"],
  ["auth", 402, "denied", "groq requires payment (402): Reason"],
  ["auth", 403, "denied", "groq does not allow this key to use the model (403): Reason"],
  ["auth", 404, "denied", "groq has no such model for this key (404): Reason"],
  ["rate", 429, "exhausted", "groq is rate limiting requests (429): Reason"],
  ["network", undefined, "unavailable", "groq could not be reached: Reason"],
] as const)("says what %s with status %s means", (kind, status, code, message) => {
  const fault = explainModelError(modelError(kind, { message: "Reason", status }), wanted);
  expect(fault).toMatchObject({ code, message, hint: expect.stringMatching(/\.$/) });
});

test("says of an error without a kind that it failed", () => {
  const fault = explainModelError({ code: "unavailable", message: "Gone." }, wanted);
  expect(fault.message).toBe("groq failed: Gone.");
});

test("shows one line without keys and control characters", () => {
  const message = `Bad\n  key\u001B[31m sk-1, ${"x".repeat(300)}`;
  const fault = explainModelError(modelError("server", { message }), wanted);
  expect(fault.message).toBe(
    `groq returned a server error: Bad key •••, ${"x".repeat(199 - "Bad key •••, ".length)}…`,
  );
});

test("does not speak of a key that nobody gave", () => {
  const error = modelError("auth", { message: "No credentials file found." });
  expect(explainModelError(error, { provider: "claude-code" })).toMatchObject({
    message: "claude-code requires an API key: No credentials file found.",
    hint: "Set an API key, or log in with the program that stores it.",
  });
});
