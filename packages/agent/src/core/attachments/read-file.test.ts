import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { unreadable } from "../../kernel/unreadable.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import { type FileDeps, readFile } from "./read-file.ts";

const DOCUMENT = { kind: "document", file: { ref: "f1", name: "a.txt" } } as const;
const data = Buffer.from("Alpha.");

function deps(change: Partial<FileDeps> = {}): FileDeps {
  return {
    understanding: {
      canDescribeImages: false,
      findDenial: () => undefined,
      maxBytes: () => 10,
      read: async () => ({ as: "told", text: "Alpha." }),
    },
    files: { fetch: async () => data },
    model: scriptedModel([]),
    isPatient: true,
    image: async () => undefined,
    count() {},
    onBug() {},
    ...change,
  };
}

function failing(error: Error): Partial<FileDeps> {
  return {
    files: {
      async fetch() {
        throw error;
      },
    },
  };
}

interface Before {
  readonly looks?: number;
  readonly vain?: number;
}

const read = (change: Partial<FileDeps>, before: Before = {}) =>
  readFile(
    DOCUMENT,
    { text: "", looks: 1, ...before },
    { deps: deps(change), signal: new AbortController().signal },
  );

/** Reads a file and returns the events and the log. */
async function afterReading(change: Partial<FileDeps>, before: Before = {}) {
  const logged: unknown[] = [];
  const found = await read({ ...change, onBug: (error) => void logged.push(error) }, before);
  return { found, logged };
}

const unread = (code: string) => ({ as: "unread", because: { code } });

test("a file is told with its bytes", async () => {
  expect(await read({})).toEqual({ as: "told", text: "Alpha.", data });
});

test.each(["unavailable", "exhausted"] as const)(
  "a messenger that is %s is asked eight times, and its words stand in the log alone",
  async (code) => {
    const fault = new Fault(code, "Cannot reach Telegram: ECONNREFUSED");
    for (let vain = 0; vain < 7; vain += 1)
      expect(await afterReading(failing(fault), { vain })).toEqual({ found: "later", logged: [] });
    expect(await afterReading(failing(fault), { vain: 7 })).toEqual({
      found: unread("unavailable"),
      logged: [fault],
    });
  },
);

test("where nobody can be answered later, what is away is asked three times", async () => {
  const away = { ...failing(new Fault("unavailable", "The messenger is down.")), isPatient: false };
  expect(await read(away, { vain: 1 })).toBe("later");
  expect(await read(away, { vain: 2 })).toEqual(unread("unavailable"));
});

test("what costs something each time is tried three times", async () => {
  const understanding = {
    ...deps().understanding,
    async read(
      _file: unknown,
      { count }: Parameters<FileDeps["understanding"]["read"]>[1],
    ): Promise<never> {
      count({ purpose: "see", spent: [] });
      throw new Fault("unavailable", "seer/one could not read the image.");
    },
  };
  expect(await read({ understanding }, { vain: 1 })).toBe("later");
  expect(await read({ understanding }, { vain: 2 })).toEqual(unread("unavailable"));
});

test.each([
  [new Fault("denied", "fake/ears returned status 401: bad key sk-1"), "refused"],
  [new Fault("exhausted", "fake/ears returned status 402: {json"), "refused"],
  [new Fault("invalid", "fake/ears returned status 400: {json"), "refused"],
  [new Fault("missing", "ffmpeg is not installed."), "unequipped"],
])("%s is told at once, and quoted in the log alone", async (fault, code) => {
  const understanding = { ...deps().understanding, read: () => Promise.reject(fault) };
  expect(await afterReading({ understanding })).toEqual({ found: unread(code), logged: [fault] });
});

test("what is the file's own fault is told at once, and is nothing for the log", async () => {
  const change = failing(unreadable("huge", "The file has 30 bytes or more."));
  expect(await afterReading(change)).toEqual({
    found: {
      as: "unread",
      because: {
        code: "unreadable",
        why: "huge",
        file: { kind: "document", name: "a.txt" },
        text: "The file has 30 bytes or more.",
      },
    },
    logged: [],
  });
});

test("a file that is gone, or that nobody hands out, is told at once", async () => {
  expect(await read(failing(new Fault("missing", "No file F any more.")))).toEqual(unread("lost"));
  expect(await read({ files: undefined })).toEqual(unread("unreachable"));
});

test("a bug is tried three times and told to its owner, and nothing of it to the sender", async () => {
  const bug = new TypeError("undefined is not a function");
  expect(await afterReading(failing(bug), { vain: 1 })).toEqual({ found: "later", logged: [bug] });
  expect(await afterReading(failing(bug), { vain: 2 })).toEqual({
    found: unread("broken"),
    logged: [bug],
  });
});

test("a file that ended three processes is not opened a fourth time", async () => {
  const opened: string[] = [];
  const files = {
    async fetch(ref: string) {
      opened.push(ref);
      return data;
    },
  };
  expect(await read({ files }, { looks: 4 })).toEqual({
    as: "unread",
    because: { code: "attempts", most: 3 },
  });
  expect(opened).toEqual([]);
});
