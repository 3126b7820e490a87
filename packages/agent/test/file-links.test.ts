import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openPlatform } from "../src/channels/whatsapp/testing/stage.ts";
import { startMockServer } from "../src/llm/testing/mock-server.ts";
import { openApp } from "./kit/open-app.ts";

const SEND = { to: "here", text: "Here it is.", files: ["photos.zip"] };

test("a file that a platform does not accept is sent as a link, which only its reader knows", async () => {
  await using stage = await (await openPlatform()).openStage();
  let requests = 0;
  await using model = await startMockServer({
    answer() {
      requests += 1;
      if (requests > 1) return { text: "Sent." };
      return { calls: [{ name: "tool_call", args: { name: "message_send", arguments: SEND } }] };
    },
  });
  await using app = await openApp({
    config: {
      agent: { model: "local/scripted", utilityModel: "offline/rules" },
      models: { baseUrl: `${model.url}/v1` },
      http: { port: 0, publicUrl: "https://reeve.example.org" },
      channels: stage.channels,
    },
  });
  await writeFile(path.join(app.folder, "home", "workspace", "photos.zip"), "PK photos");
  stage.connect?.(app.url);
  await stage.say("send me the photos");
  const said = async () => (await stage.shown()).map(({ text }) => text).join("\n");
  await expect.poll(said).toContain("photos.zip can't be sent here. Download it within 7 days: ");
  const [url = ""] = /https:\S+/.exec(await said()) ?? [];
  expect(url).toMatch(/^https:\/\/reeve\.example\.org\/files\/[\w-]{43}$/);

  const { pathname } = new URL(url);
  const file = await fetch(new URL(pathname, app.url));
  expect(file.status).toBe(200);
  expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''photos.zip");
  expect(file.headers.get("content-type")).toBe("application/octet-stream");
  expect(await file.text()).toBe("PK photos");

  const guessed = await fetch(new URL(`/files/${"A".repeat(43)}`, app.url));
  expect(guessed.status).toBe(404);
  expect(await guessed.json()).toMatchObject({ detail: "This link has expired." });
});
