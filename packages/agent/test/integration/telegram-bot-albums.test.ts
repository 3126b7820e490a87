import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { InputMedia } from "@mtcute/node";
import { expect, test } from "vitest";
import { openTelegramApp } from "../kit/telegram/open-telegram-app.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { startMockServer } from "../../src/llm/testing/mock-server.ts";
import { logIn } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer } from "../kit/telegram/telegram-server.ts";
import { freePort } from "../kit/free-port.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC",
  "base64",
);

test.each(["polling", "webhook"] as const)(
  "pictures that were sent together while the agent was away are one message, by %s",
  async (mode) => {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startTelegramServer());
    await server.command("webhooks", { retryMs: 300 });
    const provider = stack.use(await startMockServer({ answer: () => ({ text: "Three dots." }) }));
    const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
    const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
    const ann = stack.use(await logIn(server, ANN));
    const folder = await mkdtemp(path.join(tmpdir(), "reeve-albums-"));
    stack.defer(() => rm(folder, { recursive: true }));
    const port = await freePort();
    const start = () =>
      openTelegramApp({
        server,
        token: TOKEN,
        folder,
        bot: { owners: [annId], mode, publicUrl: `http://127.0.0.1:${port}` },
        config: {
          http: { port },
          agent: { model: "openai/gpt-4o", utilityModel: "offline/rules", debounceMs: 0 },
          models: { apiKey: "sk-test", baseUrl: `${provider.url}/v1` },
        },
      });
    const said = async () => {
      const lines = await readTranscript(server, { viewer: annId, chat: botId });
      return lines.flatMap(({ from, text }) => (from === botId ? [text] : []));
    };
    {
      await using first = await start();
      await ann.send(botId, "hello");
      await ann.receive(({ text }) => text === "Three dots.", { edits: "too" });
      expect(first.logged).toEqual([]);
    }
    await ann.client.sendMediaGroup("reeve_bot", [
      InputMedia.photo(PNG, { caption: "What are they?" }),
      InputMedia.photo(PNG),
      InputMedia.photo(PNG),
    ]);
    const asked = provider.requests.length;
    await using again = await start();
    await expect.poll(said).toEqual(["Three dots.", "Three dots."]);
    const newest = JSON.stringify(provider.requests.at(-1)?.body);
    expect(newest.match(/data:image\//g)).toHaveLength(3);
    expect(newest).toContain("What are they?");
    // Nothing of the album is left, so the next message is answered next.
    await ann.send(botId, "thanks");
    await expect.poll(async () => (await said()).length).toBe(3);
    expect([provider.requests.length - asked, again.logged]).toEqual([2, []]);
  },
);
