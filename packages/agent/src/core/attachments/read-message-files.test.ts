import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { unreadable } from "../../kernel/unreadable.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import type { StoredMedia } from "../../store/messages/inbox.ts";
import { inboxRow, messageBody } from "../testing/rows.ts";
import { type ReadFilesDeps, readMessageFiles } from "./read-message-files.ts";

function deps(change: Partial<ReadFilesDeps> = {}): ReadFilesDeps {
  return {
    understanding: {
      canDescribeImages: false,
      findDenial: () => undefined,
      maxBytes: () => 10,
      read: async () => ({ as: "told", text: "Alpha." }),
    },
    files: {
      async fetch(ref) {
        if (ref === "down") throw new Fault("unavailable", "The messenger is down.");
        return Buffer.from(ref);
      },
    },
    model: scriptedModel([]),
    image: async () => undefined,
    count() {},
    onBug() {},
    isLate: () => false,
    isPatient: true,
    newId,
    language: "en",
    ...change,
  };
}

async function looksAfter(refs: readonly string[], change: Partial<ReadFilesDeps> = {}) {
  const media: readonly StoredMedia[] = refs.map((ref) => ({ kind: "document", file: { ref } }));
  const body = messageBody({ media, looks: 2 });
  const row = { ...inboxRow(1), body };
  const { signal } = new AbortController();
  const unread = { row, unread: refs.map((_ref, index) => index) };
  const read = await readMessageFiles(unread, { deps: deps(change), signal });
  const { looks, vain } = read.body;
  return { looks, vain, isPutOff: read.isPostponed };
}

test("a look that came to nothing counts as one that was in vain, and not as one that ended a process", async () => {
  expect(await looksAfter(["down"])).toEqual({ looks: 1, vain: 1, isPutOff: true });
});

test("a look for which there was no time left does not count", async () => {
  expect(await looksAfter(["a"], { isLate: () => true })).toEqual({
    looks: 1,
    vain: undefined,
    isPutOff: true,
  });
});

test("a look at many files does not count while one after the other is read", async () => {
  expect(await looksAfter(["a", "down"])).toEqual({
    looks: 1,
    vain: undefined,
    isPutOff: true,
  });
});

test("why a file cannot be read is told in the language of its sender, and to the model with figures", async () => {
  const row = {
    ...inboxRow(1),
    body: messageBody({ media: [{ kind: "document", file: { ref: "f1", name: "a.zip" } }] }),
  };
  const understanding = {
    ...deps().understanding,
    async read(): Promise<never> {
      throw unreadable("archive", '"a.zip" is an archive of 3 files.');
    },
  };
  const { signal } = new AbortController();
  const told = deps({ understanding, language: "de" });
  const { body } = await readMessageFiles({ row, unread: [0] }, { deps: told, signal });
  expect(body.media?.[0]?.look).toEqual({
    as: "unread",
    text: '"a.zip" is an archive of 3 files.',
    told: "a.zip ist ein Archiv, und Archive packe ich nicht aus. Schick mir bitte die Dateien daraus.",
  });
});
