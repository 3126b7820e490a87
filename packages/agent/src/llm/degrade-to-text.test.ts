import { expect, test } from "vitest";
import { degradeToText } from "./degrade-to-text.ts";
import { modelError } from "./model-error.ts";
import type { ModelRequest } from "./model.ts";
import { collectEvents } from "./testing/collect-events.ts";
import { captureLog } from "./testing/kept-log.ts";
import { scriptedModel } from "./testing/scripted-model.ts";

const refusal = { error: modelError("shape", { message: "tools.0 is bad" }) };
const request: ModelRequest = {
  id: "r1",
  system: ["Be brief."],
  messages: [
    { role: "user", text: "Rain?" },
    { role: "assistant", text: "", calls: [{ id: "1", name: "weather", args: { city: "Oslo" } }] },
    { role: "tool", call: "1", name: "weather", text: "5 °C", isError: false },
    { role: "user", text: "And now?" },
  ],
  tools: [{ name: "weather", summary: "Tells the weather.", params: {} }],
  maxTokens: 100,
  temperature: 0.5,
};

test("asks once more in plain words when the model rejected the request format", async () => {
  const model = scriptedModel([refusal, { text: "Cold." }]);
  const log = captureLog();
  const events = await collectEvents(degradeToText(model, { log }), request);
  expect(events.at(-1)).toMatchObject({ type: "done", response: { text: "Cold." } });
  expect(model.requests).toEqual([
    request,
    {
      id: "r1",
      system: ["Be brief."],
      messages: [
        { role: "user", text: "Rain?" },
        { role: "assistant", text: '[Called weather {"city":"Oslo"}]', calls: [] },
        { role: "user", text: "[Result of weather]\n5 °C\nAnd now?" },
      ],
      tools: [],
      maxTokens: 100,
    },
  ]);
  expect(log.entries).toEqual([
    {
      sentence: "model rejected the request format",
      fields: { model: "scripted/model", reason: "tools.0 is bad" },
    },
  ]);
});

test("leaves the images out first, so that one which is refused takes no tools away", async () => {
  const [first, ...others] = request.messages;
  const note = "[An image was here; the model could not read it.]";
  const images = [{ mediaType: "image/png", data: "aaaa" }];
  const seen = {
    ...request,
    messages: [{ role: "user", text: "Rain?", images }, ...others] as const,
  };
  const unseen = { ...request, messages: [{ role: "user", text: `${note}\nRain?` }, ...others] };
  const model = scriptedModel([refusal, { text: "Cold." }, refusal, refusal, { text: "Cold." }]);
  const degrading = degradeToText(model, { log: captureLog() });

  await collectEvents(degrading, seen);
  expect(model.requests).toEqual([seen, unseen]);
  await collectEvents(degrading, seen);
  expect(model.requests.slice(2, 4)).toEqual([seen, unseen]);
  expect(model.requests[4]?.tools).toEqual([]);
  expect(model.requests[4]?.messages[0]).toEqual({ role: "user", text: `${note}\n${first?.text}` });
});

test("does so once, and for no other failure", async () => {
  const stubborn = scriptedModel([refusal, refusal]);
  const log = captureLog();
  expect(await collectEvents(degradeToText(stubborn, { log }), request)).toEqual([
    { type: "error", ...refusal },
  ]);
  const error = modelError("server", { message: "oops" });
  const down = scriptedModel([{ error }]);
  expect(await collectEvents(degradeToText(down, { log }), request)).toEqual([
    { type: "error", error },
  ]);
});
