import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { ChatCommand } from "../src/core/commands.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { endStory } from "./kit/end-story.ts";
import { startWhatsAppGraph } from "./kit/whatsapp/whatsapp-graph.ts";
import { say } from "./kit/whatsapp/whatsapp-phone.ts";
import { ANN, openWhatsAppStory } from "./kit/whatsapp/whatsapp-story.ts";

test("what is kept of a person is exported as a file that Meta takes, and the answer after it comes", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "Hello." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("/export") });
  await story.tell({ content: say("hello") });
  const [exported, answer] = await graph.received(2, ANN);

  expect(exported).toMatchObject({
    type: "document",
    text: expect.stringMatching(/^All the data I have about you: \d+ records?\.$/),
    file: {
      mediaType: "text/plain",
      name: expect.stringMatching(/^reeve-\d{4}-\d\d-\d\d-[0-9a-f]{16}\.jsonl$/),
    },
  });
  const lines = String(exported?.file?.data).trimEnd().split("\n");
  expect(exported?.text).toContain(`: ${lines.length} record`);
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
    lines.map(() => expect.objectContaining({})),
  );
  expect(answer?.text).toBe("Hello.");
  await story.rest();
  await endStory(story.agent, model);
});

test("a file that Meta would not take is told of in its place, and the answer after it comes", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "Hello." }]);
  const photos: ChatCommand = {
    name: "photos",
    usage: "/photos",
    summary: "all photos",
    access: "anyone",
    scope: "chat",
    where: "direct",
    prepare: async () => {
      const file = path.join(story.agent.home, "photos.zip");
      await writeFile(file, "PK");
      return async () => [
        {
          type: "file",
          name: "photos.zip",
          mediaType: "application/zip",
          path: file,
          text: "All.",
        },
      ];
    },
  };
  await using story = await openWhatsAppStory({ graph, model, commands: [photos] });
  await story.tell({ content: say("/photos") });
  await story.tell({ content: say("hello") });
  const seen = await graph.received(2, ANN);
  expect(seen.map(({ type, text }) => [type, text])).toEqual([
    ["text", "All.\n(photos.zip can't be sent here.)"],
    ["text", "Hello."],
  ]);
  await story.rest();
  await endStory(story.agent, model);
});
