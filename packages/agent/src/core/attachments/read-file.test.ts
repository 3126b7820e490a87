import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import { type FileParts, readFile } from "./read-file.ts";

const DOCUMENT = { kind: "document", file: { ref: "f1", name: "a.txt" } } as const;
const data = Buffer.from("Alpha.");

function parts(change: Partial<FileParts> = {}): FileParts {
  return {
    understanding: {
      canLook: false,
      objectionTo: () => undefined,
      maxBytes: () => 10,
      read: async () => ({ as: "told", text: "Alpha." }),
    },
    files: { fetch: async () => data },
    model: scriptedModel([]),
    image: async () => undefined,
    count() {},
    onBug() {},
    ...change,
  };
}

function failing(error: Error): Partial<FileParts> {
  return {
    files: {
      async fetch() {
        throw error;
      },
    },
  };
}

const read = (change: Partial<FileParts>, looks: number) =>
  readFile(
    DOCUMENT,
    { text: "", looks },
    { parts: parts(change), signal: new AbortController().signal },
  );

const inWords = (text: string) => ({ as: "unread", because: { code: "fault", text } });

test("a file is told with its bytes", async () => {
  expect(await read({}, 1)).toEqual({ as: "told", text: "Alpha.", data });
});

test("what passes is tried three times, and then told", async () => {
  const down = failing(new Fault("unavailable", "The messenger is down."));
  expect(await read(down, 1)).toBe("later");
  expect(await read(down, 2)).toBe("later");
  expect(await read(down, 3)).toEqual(inWords("The messenger is down."));
});

test("what a provider says of keys and budgets is for the log, not for the chat", async () => {
  const bugs: unknown[] = [];
  const fault = new Fault("denied", "fake/ears answered with status 401: bad key sk-1");
  expect(await read({ ...failing(fault), onBug: (error) => void bugs.push(error) }, 1)).toEqual({
    as: "unread",
    because: { code: "refused" },
  });
  expect(bugs).toEqual([fault]);
});

test("what does not pass is told at once", async () => {
  expect(await read(failing(new Fault("missing", "The file is gone.")), 1)).toEqual(
    inWords("The file is gone."),
  );
  expect(await read({ files: undefined }, 1)).toEqual({
    as: "unread",
    because: { code: "unreachable" },
  });
});

test("a bug is told to its owner, and nothing of it to the sender", async () => {
  const bugs: unknown[] = [];
  const bug = new TypeError("undefined is not a function");
  const broken = { ...failing(bug), onBug: (error: unknown) => void bugs.push(error) };
  expect(await read(broken, 3)).toEqual({ as: "unread", because: { code: "broken" } });
  expect(bugs).toEqual([bug]);
});

test("a file that ended three processes is not opened a fourth time", async () => {
  const opened: string[] = [];
  const files = {
    async fetch(ref: string) {
      opened.push(ref);
      return data;
    },
  };
  expect(await read({ files }, 4)).toEqual({
    as: "unread",
    because: { code: "attempts", most: 3 },
  });
  expect(opened).toEqual([]);
});
