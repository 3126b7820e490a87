import { expect, test } from "vitest";
import { silentLog } from "../platform/log.ts";
import { createFallback } from "./fallback.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { createVision } from "./vision.ts";

const image = { mediaType: "image/png", data: "AAAA" };
const { signal } = new AbortController();
const newId = () => "look-1";
const usage = { inputTokens: 700, cachedTokens: 0, outputTokens: 5 };

test("the model of the chat looks if it sees, and is shown the picture and the question", async () => {
  const model = scriptedModel([{ text: "A cat.", usage }], { sees: true });
  const other = scriptedModel([]);
  const vision = createVision({ model, other, newId });

  expect(await vision.describe(image, { question: "What is it?", signal })).toEqual({
    text: "A cat.",
    spent: [{ model: "scripted/model", usage }],
  });
  const [request] = model.requests;
  expect(request?.messages).toEqual([{ role: "user", text: "What is it?", images: [image] }]);
  expect(request?.tools).toEqual([]);
  expect(other.requests).toEqual([]);
});

test("another one looks for a model that does not see, or of which nobody knows", async () => {
  for (const options of [{ sees: false }, {}]) {
    const model = scriptedModel([], options);
    const other = scriptedModel([{ text: "A dog." }], { id: "seer/one" });
    const vision = createVision({ model, other, newId });
    expect(vision.isAvailable).toBe(true);
    expect((await vision.describe(image, { signal })).text).toBe("A dog.");
    expect(model.requests).toEqual([]);
  }
});

test("a model of which nobody knows whether it sees is tried where there is no other", async () => {
  const model = scriptedModel([{ text: "A cat." }, { text: "NO_PICTURE" }, { text: " " }]);
  const vision = createVision({ model, newId });
  expect((await vision.describe(image, { signal })).text).toBe("A cat.");
  const fault = {
    code: "unavailable",
    message: "scripted/model could not read the image.",
  };
  await expect(vision.describe(image, { signal })).rejects.toMatchObject(fault);
  await expect(vision.describe(image, { signal })).rejects.toMatchObject(fault);
});

test("where nobody sees, that is said", async () => {
  const vision = createVision({ model: scriptedModel([], { sees: false }), newId });
  expect(vision.isAvailable).toBe(false);
  await expect(vision.describe(image, { signal })).rejects.toMatchObject({
    code: "unavailable",
    message: "scripted/model cannot read images, and vision.model is not set.",
    hint: "Ask the owner to set vision.model to a model that can read images.",
  });
});

test("what a look cost that came to nothing is told", async () => {
  const spent = { model: "scripted/model", usage };
  const down = { code: "unavailable", message: "It is down.", spent: [spent] } as const;
  const model = scriptedModel([{ error: down }, { text: "NO_PICTURE", usage }], { sees: true });
  const vision = createVision({ model, newId });
  const lost: ModelUsage[] = [];
  const onLost = (cost: readonly ModelUsage[]) => lost.push(...cost);
  for (const _ of [1, 2])
    await expect(vision.describe(image, { signal, onLost })).rejects.toMatchObject({
      code: "unavailable",
    });
  expect(lost).toEqual([spent, spent]);
});

test("an answer of a model that took its place and sees nothing is none", async () => {
  const down = { code: "unavailable", kind: "server", message: "It is down." } as const;
  const chain = createFallback(
    [
      scriptedModel([{ error: down }], { sees: true }),
      scriptedModel([{ text: "How can I help?" }], { id: "offline/rules" }),
    ],
    { log: silentLog },
  );
  await expect(
    createVision({ model: chain, newId }).describe(image, { signal }),
  ).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("what ended with its tokens says so", async () => {
  const model = scriptedModel([{ text: "Article 1 … Article 14: the te", stop: "length" }], {
    sees: true,
  });
  expect((await createVision({ model, newId }).describe(image, { signal })).text).toBe(
    "Article 1 … Article 14: the te\n[Cut off here; there is more in the picture.]",
  );
  expect(model.requests[0]?.maxTokens).toBe(6_000);
});
