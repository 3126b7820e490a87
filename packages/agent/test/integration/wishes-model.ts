import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../../src/kernel/text/json.ts";
import type { MockAnswer } from "../../src/llm/testing/mock-server.ts";

/**
 * Answers each numbered wish of a turn, such as `question 3?`, with `Answer 3.`, and each decision about
 * a file with `Settled 3.`. To `delete file 3` it wants to delete `temp/3.txt` first, to `remind me of 3` it
 * sets the reminder `Number 3 is due`. It writes slowly, so that it can be seen, and killed, at work.
 */
export function answerWishes({
  body,
}: {
  readonly body: Readonly<Record<string, unknown>>;
}): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const before = messages.findLastIndex(isFinal);
  const turn = messages.slice(before + 1);
  const said = turn.filter(({ role }) => role === "user").map(textOf);
  const done = JSON.stringify(turn.filter(({ role }) => role === "assistant"));
  const numbers = (pattern: RegExp) =>
    said.flatMap((text) => Array.from(text.matchAll(pattern), ([, n]) => n ?? ""));
  const deletions = numbers(/delete file (\d+)/g).map((n) =>
    call("workspace_delete", { path: `temp/${n}.txt` }),
  );
  // Moments have no seconds; this one is over in a few of them, once, even if the call takes some.
  const soon = new Date(Date.now() + SOON_MS).getUTCSeconds();
  const recurrence = `FREQ=MINUTELY;BYSECOND=${soon};COUNT=1`;
  const reminders = numbers(/remind me of (\d+)/g).map((n) =>
    call("reminder_create", { text: `Number ${n} is due`, recurrence }),
  );
  const calls = [...deletions, ...reminders].filter(({ key }) => !done.includes(key));
  if (calls.length > 0) return { calls: calls.map(({ key: _key, ...one }) => one) };
  const answered = numbers(/(?:question|delete file|remind me of) (\d+)/g);
  const settled = numbers(/^(?:\[Approval [^\]]*\] )?workspace_delete .*temp\/(\d+)\.txt/gm);
  const lines = [...answered.map((n) => `Answer ${n}.`), ...settled.map((n) => `Settled ${n}.`)];
  return { text: lines.join(" "), deltaChars: 3, hold: sleep(30) };
}

/** A story may have to do something before the reminder. */
const SOON_MS = 8000;

/** Creates a call with unique words, so that a repeated step requests nothing twice. */
function call(name: string, args: Readonly<Record<string, string>>) {
  const key = args["path"] ?? args["text"] ?? name;
  return { name: "tool_call", args: { name, arguments: args }, key };
}

/** Checks whether a message ends a turn. */
function isFinal({ role, content, tool_calls: calls }: Readonly<Record<string, unknown>>): boolean {
  return role === "assistant" && content !== null && content !== "" && calls === undefined;
}

/** Without what was put beside the words of people. */
function textOf({ content }: Readonly<Record<string, unknown>>): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [{ text: content }];
  const text = parts.map((part) => (isRecord(part) ? part["text"] : "")).join("\n");
  return text.replaceAll(/<context[\s\S]*?<\/context>/g, "");
}
