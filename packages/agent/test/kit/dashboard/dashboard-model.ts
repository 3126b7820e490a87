import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../../../src/kernel/text/json.ts";
import type { MockAnswer, MockRequest } from "../../../src/llm/testing/mock-server.ts";

const QUOTES = `## Three quotes

| Company | Price |
| --- | ---: |
| Müller | 4,200 € |
| Heat & Co | 3,900 € |

1. **Heat & Co** is the cheapest.
2. None includes disposal.

\`\`\`python
best = min(quotes, key=lambda one: one.price)
\`\`\`
`;

/** A model that takes notes, deletes, plans, waits, or reads a document, depending on the message. */
export function answerDashboard({ body }: Pick<MockRequest, "body">): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const newest = messages.findLastIndex(({ role }) => role === "user");
  const said = textOf(messages[newest]);
  const isFirst = newest === messages.length - 1;
  const [, step] = /\[Step (\d+) of /.exec(said) ?? [];
  if (step === "2")
    return isFirst ? call("workspace_read", { path: "temp/fares.txt" }) : { text: "Read." };
  if (step !== undefined) return { text: `Step ${step} is done.` };
  if (said.includes("Compare the quotes"))
    return isFirst
      ? call("note_create", { text: "Müller, Heat & Co" })
      : { text: QUOTES, deltaChars: 12, hold: sleep(50) };
  if (said.includes("Delete the old list"))
    return isFirst
      ? call("workspace_delete", { path: "temp/old.txt" })
      : { text: "It is deleted." };
  if (said.includes("Send me the report"))
    return isFirst
      ? call("message_send", { to: "here", files: ["temp/report.txt"] })
      : { text: "Here it is." };
  if (said.includes("Plan the trip"))
    return isFirst
      ? call("plan_create", {
          goal: "The trip is planned",
          steps: [
            { description: "Look at the calendar" },
            { description: "Read the fares", toolHint: "workspace_read" },
          ],
        })
      : { text: "Here is the plan." };
  if (said.includes("Take your time"))
    return { text: "Slowly ".repeat(40), deltaChars: 8, breaks: { after: 20, how: "hang" } };
  if (said.includes("What is the total"))
    return {
      text: said.includes("Total: 987 euros") ? "The total is 987 euros." : "I see no file.",
    };
  return { text: "Hello from the model." };
}

function call(name: string, args: unknown): MockAnswer {
  return { calls: [{ name: "tool_call", args: { name, arguments: args } }] };
}

function textOf(message: Readonly<Record<string, unknown>> | undefined): string {
  const content = message?.["content"];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [{ text: content }];
  return parts
    .map((part) => (isRecord(part) && typeof part["text"] === "string" ? part["text"] : ""))
    .join("\n");
}
