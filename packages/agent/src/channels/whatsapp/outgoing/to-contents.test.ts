import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { WhatsAppError } from "../api.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { texts } from "../../../platform/texts.ts";
import { toContents } from "./to-contents.ts";

async function contentsOf(
  part: ReplyPart,
  files: Readonly<Record<string, number>> = {},
  problem?: Fault,
) {
  const uploaded: string[] = [];
  const pieces = toContents(part, {
    client: {
      async upload({ name, mediaType, data }) {
        if (problem) throw problem;
        uploaded.push(`${name} ${mediaType} ${data.byteLength}`);
        return "m1";
      },
    },
    texts: texts("en"),
    async readFile(path) {
      const bytes = files[path];
      if (bytes === undefined) throw new Error(`there is no ${path}`);
      return new Uint8Array(bytes);
    },
    log: { warn() {} },
    signal: new AbortController().signal,
  });
  const contents = [];
  for (const piece of pieces) contents.push(await piece());
  return { contents, uploaded };
}

function refused(fault: "invalid" | "denied" | "exhausted", status: number, code: number) {
  return new Fault(fault, "no", { cause: new WhatsAppError(status, { code, text: "no" }) });
}

function file(own: Partial<Extract<ReplyPart, { type: "file" }>>): ReplyPart {
  return {
    type: "file",
    name: "a.pdf",
    mediaType: "application/pdf",
    path: "/a",
    text: "",
    ...own,
  };
}

test("an answer becomes texts of at most 4,096 characters", async () => {
  const { contents } = await contentsOf({ type: "text", text: "*so* **it is**\n\n".repeat(500) });
  expect(contents.map((one) => one.type)).toEqual(contents.map(() => "text"));
  expect(contents.length).toBeGreaterThan(1);
  for (const one of contents) expect(one.type === "text" && one.text.length <= 4096).toBe(true);
});

test("an answer that shows nothing becomes no message", async () => {
  expect(await contentsOf({ type: "text", text: " \n" })).toEqual({ contents: [], uploaded: [] });
});

test("how a long question ended is one message, and the question in it is cut", async () => {
  const text = `Allowed by Ann: ${"Run this? ".repeat(600)}`;
  const { contents } = await contentsOf({ type: "decision", approval: "a1", text });
  expect(contents).toEqual([{ type: "text", text: `${text.slice(0, 4089)}…` }]);
});

test("a long question stands before its buttons, which have its end", async () => {
  const question = `${"Run this? ".repeat(200)}\nReally?`;
  const { contents } = await contentsOf({ type: "approval", approval: "a1", question });
  expect(contents.map((one) => one.type)).toEqual(["text", "buttons"]);
  const last = contents.at(-1);
  if (last?.type !== "buttons") throw new Error("no buttons");
  expect(last.text.endsWith("Really?")).toBe(true);
  expect(last.text.length).toBeLessThanOrEqual(1024);
  expect(last.buttons).toEqual([
    { id: "approve:allow:a1", title: "✅ Confirm" },
    { id: "approve:deny:a1", title: "❌ Cancel" },
    { id: "approve:edit:a1", title: "✏️ Edit" },
  ]);
});

test.each([
  ["a free line where it is cut", `${"x".repeat(1018)}\n`, [1018]],
  ["free lines", `${"x".repeat(1017)}\n\n`, [1017]],
  ["a line after many free ones", `${"x".repeat(1018)}${"\n".repeat(2100)}y`, [1018, 1]],
  ["nothing else", "\n\n", [1]],
])("a question that ends with %s has all of its messages", async (_title, question, lengths) => {
  const { contents } = await contentsOf({ type: "approval", approval: "a1", question });
  expect(contents.at(-1)).toMatchObject({ type: "buttons" });
  expect(contents.map((one) => "text" in one && one.text.trim().length)).toEqual(lengths);
});

test("signs that WhatsApp would swallow are shown as they are in a question", async () => {
  const question = "Run `rm *.bak ~old~`?";
  const { contents } = await contentsOf({ type: "approval", approval: "a1", question });
  expect(contents).toMatchObject([{ type: "buttons", text: "```Run `rm *.bak ~old~`?```" }]);
});

test("up to three choices are buttons, more a numbered list", async () => {
  const choice = { type: "choice", about: "p1", text: "Step 2 failed." } as const;
  const three = await contentsOf({ ...choice, choices: ["retry", "skip", "abort"] });
  expect(three.contents).toEqual([
    {
      type: "buttons",
      text: "Step 2 failed.",
      buttons: [
        { id: "plan:retry:p1", title: "Retry" },
        { id: "plan:skip:p1", title: "Skip step" },
        { id: "plan:abort:p1", title: "Abort" },
      ],
    },
  ]);
  const four = await contentsOf({ ...choice, choices: ["continue", "retry", "skip", "abort"] });
  expect(four.contents).toEqual([
    {
      type: "list",
      text: "Step 2 failed.",
      open: "Choose",
      rows: [
        { id: "plan:continue:p1", title: "1. Continue" },
        { id: "plan:retry:p1", title: "2. Retry" },
        { id: "plan:skip:p1", title: "3. Skip step" },
        { id: "plan:abort:p1", title: "4. Abort" },
      ],
    },
  ]);
});

test("how a plan goes is said when it begins and when it ends, and not between", async () => {
  const progress = { type: "progress", about: "p1", text: "1 Look" } as const;
  const said = await contentsOf(progress);
  expect(said.contents).toEqual([{ type: "text", text: "1 Look" }]);
  expect((await contentsOf({ ...progress, isPassing: true })).contents).toEqual([]);
});

test("a file is sent as what it is, with what is said beneath it", async () => {
  const pdf = await contentsOf(file({ text: "**Here**" }), { "/a": 10 });
  expect(pdf).toEqual({
    contents: [{ type: "media", kind: "document", media: "m1", name: "a.pdf", caption: "*Here*" }],
    uploaded: ["a.pdf application/pdf 10"],
  });
  const picture = file({ name: "a.png", mediaType: "image/png", text: "x ".repeat(600) });
  const apart = await contentsOf(picture, { "/a": 10 });
  expect(apart.contents.map((one) => one.type)).toEqual(["text", "media"]);
  expect(apart.contents[1]).toEqual({ type: "media", kind: "image", media: "m1", name: "a.png" });
  const large = await contentsOf(picture, { "/a": 6 * 1024 * 1024 });
  expect(large.contents[1]).toMatchObject({ kind: "document" });
  const sound = await contentsOf(file({ mediaType: "audio/ogg", text: "Listen" }), { "/a": 10 });
  expect(sound.contents).toMatchObject([
    { type: "text", text: "Listen" },
    { type: "media", kind: "audio" },
  ]);
});

test("a file that is gone, or that WhatsApp does not take, is told of", async () => {
  const gone = await contentsOf(file({ text: "Here" }));
  expect(gone).toEqual({
    contents: [{ type: "text", text: "Here\n(a.pdf is no longer available.)" }],
    uploaded: [],
  });
  const large = await contentsOf(file({}), { "/a": 101 * 1024 * 1024 });
  expect(large.contents).toEqual([{ type: "text", text: "(a.pdf can't be sent here.)" }]);
});

test("what is said with a sound that is gone is said once", async () => {
  const sound = file({ name: "a.mp3", mediaType: "audio/mpeg", text: "Listen" });
  expect((await contentsOf(sound)).contents).toEqual([
    { type: "text", text: "Listen" },
    { type: "text", text: "(a.mp3 is no longer available.)" },
  ]);
});

test("a text is uploaded as plain text under its name, and what WhatsApp does not take is not", async () => {
  const table = file({ name: "a.csv", mediaType: "text/csv; charset=utf-8" });
  expect(await contentsOf(table, { "/a": 10 })).toEqual({
    contents: [{ type: "media", kind: "document", media: "m1", name: "a.csv" }],
    uploaded: ["a.csv text/plain 10"],
  });
  const voice = file({ name: "a.ogg", mediaType: "audio/ogg; codecs=opus" });
  expect(await contentsOf(voice, { "/a": 10 })).toEqual({
    contents: [{ type: "media", kind: "audio", media: "m1", name: "a.ogg" }],
    uploaded: ["a.ogg audio/ogg 10"],
  });
  const archive = file({ name: "a.zip", mediaType: "application/zip", text: "Here" });
  expect(await contentsOf(archive, { "/a": 10 })).toEqual({
    contents: [{ type: "text", text: "Here\n(a.zip can't be sent here.)" }],
    uploaded: [],
  });
});

test("a file that WhatsApp refuses is told of, and one that it does not take now is tried again", async () => {
  const told = await contentsOf(file({}), { "/a": 10 }, refused("invalid", 400, 100));
  expect(told.contents).toEqual([{ type: "text", text: "(a.pdf can't be sent here.)" }]);
  for (const problem of [
    refused("exhausted", 400, 130_429),
    refused("denied", 401, 190),
    new Fault("unavailable", "the connection broke"),
  ])
    await expect(contentsOf(file({}), { "/a": 10 }, problem)).rejects.toBe(problem);
});

test.each(["en", "de", "es", "fr", "it", "pt", "ru", "tr", "uk"])(
  "buttons in %s fit, and none is like another",
  (language) => {
    const { approvals, plans } = texts(language);
    const { confirm, cancel, edit, choose } = approvals.buttons;
    const plan = plans.buttons;
    const rows = Object.values(plan).map((title, index) => `${index + 1}. ${title}`);
    for (const titles of [[confirm, cancel, edit], Object.values(plan), rows, [choose]]) {
      expect(titles.filter((title) => title.length > 20)).toEqual([]);
      expect(new Set(titles).size).toBe(titles.length);
    }
  },
);

function button(index: number) {
  return { label: `Answer ${index}`, data: `plugin:${index}:k` };
}

function partWith(count: number): ReplyPart {
  return {
    type: "buttons",
    about: "k",
    text: "**Tea?**",
    rows: [
      Array.from({ length: count }, (_, index) => button(index)),
      [{ label: "Menu", url: "https://a.example" }],
    ],
  };
}

test("buttons of a plugin are a list from four on, and URLs are text", async () => {
  expect((await contentsOf(partWith(1))).contents).toEqual([
    {
      type: "buttons",
      text: "*Tea?*\n\nMenu: https://a.example",
      buttons: [{ id: "plugin:0:k", title: "Answer 0" }],
    },
  ]);
  const [list] = (await contentsOf(partWith(4))).contents;
  expect(list).toMatchObject({ type: "list", rows: { length: 4 } });
});
