import { expect, test } from "vitest";
import { askOverHttp } from "@reeve/client/http";
import { notes } from "@reeve/operations/notes";
import { reminders } from "@reeve/operations/reminders";
import { fetchThrough } from "./kit/fetch-through.ts";
import { openApi } from "./kit/open-api.ts";

test("the typed client keeps notes over HTTP, and fails with the agent's own faults", async () => {
  await using api = await openApi();
  const ask = askOverHttp({ url: "http://localhost:7777", headers: {}, fetch: fetchThrough(api) });
  const note = await ask(notes.create, { text: " milk ", tags: ["shop"] }, { key: "k1" });
  expect(note).toMatchObject({ text: "milk", tags: ["shop"] });
  expect(await ask(notes.create, { text: " milk ", tags: ["shop"] }, { key: "k1" })).toEqual(note);
  expect(await ask(notes.list, { tag: "shop", limit: 10 })).toEqual({ items: [note], next: null });
  expect((await ask(notes.update, { id: note.id, title: "Shopping" })).title).toBe("Shopping");
  expect(await ask(notes.delete, { id: note.id })).toBe(undefined);
  await expect(ask(notes.delete, { id: note.id })).rejects.toMatchObject({ code: "missing" });
  const early = ask(reminders.create, { text: "stand up", at: "in 2 hours" }, { chat: "empty" });
  await expect(early).rejects.toMatchObject({ code: "missing", hint: expect.any(String) });
});
