import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import type { StoredMedia } from "../../store/inbox.ts";
import { inboxRow, messageBody } from "../testing/rows.ts";
import { type LookParts, lookInto } from "./look-into.ts";

function parts(change: Partial<LookParts> = {}): LookParts {
  return {
    understanding: {
      canLook: false,
      objectionTo: () => undefined,
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
    newId,
    language: "en",
    ...change,
  };
}

async function looksAfter(refs: readonly string[], change: Partial<LookParts> = {}) {
  const media: readonly StoredMedia[] = refs.map((ref) => ({ kind: "document", file: { ref } }));
  const body = messageBody({ media, looks: 2 });
  const row = { ...inboxRow(1), body };
  const { signal } = new AbortController();
  const unread = { row, unread: refs.map((_ref, index) => index) };
  const read = await lookInto(unread, { parts: parts(change), signal });
  return { looks: read.body.looks, isPutOff: read.isPutOff };
}

test("a look that came to nothing counts", async () => {
  expect(await looksAfter(["down"])).toEqual({ looks: 2, isPutOff: true });
});

test("a look for which there was no time left does not count", async () => {
  expect(await looksAfter(["a"], { isLate: () => true })).toEqual({ looks: 1, isPutOff: true });
});

test("a look at many files does not count while one after the other is read", async () => {
  expect(await looksAfter(["a", "down"])).toEqual({ looks: 1, isPutOff: true });
});
