import { expect, test } from "vitest";
import { PROVIDERS } from "../providers.ts";
import { startMockServer } from "../testing/mock-server.ts";
import { openaiChat } from "./openai-chat.ts";

test("sends no field that is not allowed", async () => {
  await using server = await startMockServer();
  const model = await openaiChat.open({
    provider: {
      ...PROVIDERS.local,
      quirks: { allowedFields: ["model", "stream", "messages"], extraBody: { extra: 1 } },
    },
    model: "m",
    baseUrl: server.url,
    key: undefined,
    fetch,
  });
  const { stream } = await model.doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    temperature: 0.5,
    maxOutputTokens: 5,
  });
  await Array.fromAsync(stream);
  expect(server.requests[0]?.body).toEqual({
    model: "m",
    stream: true,
    messages: [{ role: "user", content: "Hi" }],
  });
  expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
});
