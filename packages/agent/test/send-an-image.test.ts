import { writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

test("an image is sent along from a file and stored once", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  const file = path.join(reeve.folder, "cat.gif");
  const picture = Buffer.from("GIF89a\u0001\0\u0001\0cat");
  await writeFile(file, picture);

  const answered = await reeve.run(["chat", "--image", file], "calculate 2^10");

  expect(answered).toEqual({ code: 0, out: "2^10 = 1024\n", err: "" });
  using database = new DatabaseSync(path.join(String(reeve.env["REEVE_HOME"]), "reeve.db"), {
    readOnly: true,
  });
  const stored = database.prepare("select media_type as type, bytes, content from images").all();
  expect(stored.map((row) => ({ ...row }))).toEqual([
    { type: "image/gif", bytes: picture.length, content: Uint8Array.from(picture) },
  ]);
});

test("what cannot be sent is refused before it is", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  const text = path.join(reeve.folder, "notes.txt");
  await writeFile(text, "hello");
  const large = path.join(reeve.folder, "large.gif");
  await writeFile(large, Buffer.alloc(6 * 1024 * 1024, "GIF89a"));

  expect(await reeve.run(["chat", "--image", text], "look")).toMatchObject({
    code: 2,
    err: `reeve: ${text} is not a supported image.\nUse PNG, JPEG, GIF or WebP.\n`,
  });
  expect(await reeve.run(["chat", "--image", large], "look")).toMatchObject({
    code: 1,
    err: `reeve: ${large} is 6.0 MB; the maximum for an image is 5 MB.\nMake the image smaller.\n`,
  });
  expect(await reeve.run(["chat", "--image", "nowhere.png"], "look")).toMatchObject({
    code: 1,
    err: "reeve: File not found: nowhere.png\nCheck the path.\n",
  });
});
