import { sessions } from "@reeve/operations/work/sessions";
import { tools } from "@reeve/operations/agent/tools";
import { askAs } from "../../src/operations/ask.ts";
import { expect, test } from "vitest";
import { toId } from "../../src/kernel/ids.ts";
import type { ResponseCall } from "../../src/llm/model.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { openLab } from "./open-lab.ts";

const PAGE = "https://news.example/today";
const MARK = "zebra 77 crossing";
const owner = { id: toId<"person">("owner"), tenant: "home", role: "owner", name: "Ann" } as const;
const caller = { person: owner, channel: "scripted", externalId: "1" };

function note(text: string): ResponseCall {
  return { name: "note_create", args: { text } };
}

test.each([
  ["a call that is made again", "revise", `Page: ${MARK} for everybody`, "web"],
  ["a call that is answered", "respond", `Page: ${MARK}`, "web"],
  ["what the owner says himself", "revise", "Milk and honey", "owner"],
] as const)(
  "words that were asked about stay whose they are: %s",
  async (_what, verdict, text, integrity) => {
    let plan: readonly ResponseCall[] = [];
    const model = scriptedModel(({ messages }) => {
      const at = messages.findLastIndex(({ role }) => role === "user");
      const done = messages.slice(at).filter(({ role }) => role === "tool").length;
      const next = plan[done];
      return next ? { calls: [next] } : { text: "Done." };
    });
    await using lab = await openLab({ model, pages: { [PAGE]: `Much is said, also ${MARK}.` } });
    const { control, inbox } = lab.core;
    const chats = { name: "note_create", approval: "always" } as const;
    await lab.say("Hello");
    await askAs(control, caller)(tools.set, chats);
    plan = [{ name: "web_fetch", args: { url: PAGE } }, note(`Page: ${MARK}`)];
    await lab.say("Go on.");
    await askAs(control, caller)(sessions.new, {});
    await askAs(control, caller)(tools.set, { ...chats, approval: "default" });

    const [asked] = await lab.questions();
    plan = [note(text)];
    const reason = "Milk and honey, for everybody";
    await inbox.decide({ approval: toId(String(asked?.id)), verdict, reason, by: owner });
    await lab.settled();

    const notes = await lab.store.read.notes.list({ tenant: "home", person: owner.id }, 9);
    expect(notes.map((one) => [one.text, one.label?.integrity ?? "owner"])).toEqual([
      [text, integrity],
    ]);
  },
);
