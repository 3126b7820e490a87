import { expect, test } from "vitest";
import { z } from "zod";
import { openTelegramHouse, type TelegramHouse } from "../kit/open-telegram-house.ts";
import { readTranscript } from "../kit/read-telegram.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC";

const LINES = Array.from({ length: 150 }, (_, n) => `Line ${n} of what a program asked for.`);

const created = z.looseObject({ token: z.string() });
const linkable = z.looseObject({ code: z.string() });
const answered = z.looseObject({ status: z.string(), response: z.string() });

/** Says something over HTTP as Ann's program. */
async function post({ app }: TelegramHouse, body: object | FormData) {
  const { token } = created.parse(await app.client.control("tokens.create", { name: "phone" }));
  const isForm = body instanceof FormData;
  const response = await fetch(`${app.url}/v1/message`, {
    method: "POST",
    headers: { "X-API-Token": token, ...(!isForm && { "content-type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
  return { http: response.status, ...answered.parse(await response.json()) };
}

/** Ann has said at the bot that she is the one at the terminal: their conversation is here now. */
async function openHouse(own: { readonly model?: string; readonly config?: object } = {}) {
  const house = await openTelegramHouse({
    answer: ({ model, json }) => {
      if (model === "gpt-4o-mini") return "Four red dots.";
      if (json.includes("all 150 lines")) return LINES.join("\n\n");
      return json.includes("Four red dots") ? "Dots." : "Hello.";
    },
    bot: { rich: "off" },
    ...own,
  });
  const { code } = linkable.parse(await house.app.client.control("people.code", {}));
  await house.ann.send(house.botId, `/link ${code}`);
  await house.ann.receive();
  await house.ann.send(house.botId, "hello");
  await house.ann.receive(({ text }) => text === "Hello.", { edits: "too" });
  return house;
}

async function saidIn({ server, ann, botId }: TelegramHouse): Promise<readonly string[]> {
  const lines = await readTranscript(server, { viewer: ann.id, chat: botId });
  const [, ...said] = lines.filter(({ from }) => from === botId);
  return said.map(({ text }) => text);
}

test("what a program says is answered over HTTP and in the owner's chat, in one conversation", async () => {
  await using house = await openHouse();
  const reply = await post(house, { text: "how are you?" });
  expect(reply).toMatchObject({ http: 200, status: "answered", response: "Hello." });
  await expect.poll(() => saidIn(house), { timeout: 15_000 }).toEqual(["Hello.", "Hello."]);
  const request = JSON.stringify(house.provider.requests.at(-1)?.body);
  expect(request).toContain("<user_message>hello");
  expect(request).toContain("<user_message>how are you?");
});

test("a long answer to a program is cut into messages that fit", async () => {
  await using house = await openHouse();
  const reply = await post(house, { text: "all 150 lines, please" });
  expect(reply.response).toBe(LINES.join("\n\n"));
  const parts = async () => (await saidIn(house)).slice(1);
  await expect
    .poll(async () => (await parts()).join("\n\n").split("\n\n"), { timeout: 30_000 })
    .toEqual(LINES);
  const sizes = (await parts()).map(({ length }) => length);
  expect(sizes.length).toBe(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4096);
});

test.each([
  ["as JSON", { text: "What is it?", image_b64: PNG }],
  ["as a form", formOf({ text: "What is it?", file: PNG })],
])(
  "a picture that a program sends %s is looked at for a model that does not see",
  async (_how, body) => {
    await using house = await openHouse({
      model: "o3-mini",
      config: { vision: { model: "openai/gpt-4o-mini" } },
    });
    expect(await post(house, body)).toMatchObject({ http: 200, response: "Dots." });
    const request = JSON.stringify(house.provider.requests.at(-1)?.body);
    expect(request).toContain(
      String.raw`[Image shared]\nQuestion: What is it?\nAnalysis: Four red dots.`,
    );
    await expect.poll(() => saidIn(house), { timeout: 15_000 }).toEqual(["Hello.", "Dots."]);
  },
);

function formOf({ text, file }: { readonly text: string; readonly file: string }): FormData {
  const form = new FormData();
  form.append("text", text);
  form.append("file", new Blob([Buffer.from(file, "base64")], { type: "image/png" }), "dots.png");
  return form;
}
