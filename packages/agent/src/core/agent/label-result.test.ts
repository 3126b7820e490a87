import * as fc from "fast-check";
import { expect, test } from "vitest";
import { INTEGRITIES, type Label, isVisibleIn } from "../../kernel/label.ts";
import { ROLES } from "../../kernel/principal.ts";
import { sampleChat } from "../testing/sample-chat.ts";
import { labelResult, withholdFromAudience } from "./label-result.ts";

const direct = sampleChat({ kind: "direct", uid: "ann" });
const web: Label = {
  integrity: "web",
  audience: "all",
  sources: [{ kind: "other", where: "web page a.example", integrity: "web" }],
};

test("a result is what its services say, and the least of what they handed out", () => {
  const tool = { name: "note_list", resultOrigin: "services" } as const;
  const note: Label = { integrity: "owner", audience: "person:ann" };
  expect(labelResult(tool, [note], direct)).toEqual(note);
  expect(labelResult(tool, [note, web], direct)).toEqual({ ...web, audience: "person:ann" });
  expect(labelResult(tool, [], direct)).toEqual({ integrity: "owner", audience: "all" });
});

test("a tool that reads from elsewhere is trusted least, and for those who read along", () => {
  expect(labelResult({ name: "mail_read" }, [web], direct)).toEqual({
    integrity: "tool",
    audience: "person:ann",
    sources: [{ kind: "tool", where: "mail_read", integrity: "tool" }, ...(web.sources ?? [])],
  });
});

test("no result reaches a chat outside its audience, whoever asks", () => {
  const audience = fc.constantFrom(
    "all",
    "owner",
    "person:ann",
    "person:bob",
    "place:p1",
    "place:p2",
  );
  const labels = fc.array(fc.record({ integrity: fc.constantFrom(...INTEGRITIES), audience }));
  const chat = fc.record({
    id: fc.constantFrom("p1", "p2"),
    kind: fc.constantFrom("direct", "group", "channel"),
    uid: fc.constantFrom("ann", "bob", "group"),
  });
  fc.assert(
    fc.property(labels, chat, fc.constantFrom(...ROLES), (marks, { id, kind, uid }, role) => {
      const at = sampleChat({ id, kind, uid });
      const label = labelResult({ name: "x", resultOrigin: "services" }, marks, at);
      const to = { chat: at, role, effect: "read" } as const;
      const shown = withholdFromAudience({ type: "value", value: "secret" }, label, to);
      const reader = { chat: id, kind, uid, role };
      const all = marks.every((mark) => isVisibleIn(mark.audience, reader));
      if (!all) expect(shown).toMatchObject({ type: "fault", code: "denied" });
      expect(JSON.stringify(shown).includes("secret")).toBe(isVisibleIn(label.audience, reader));
    }),
  );
});

test("what was done counts as done, and what failed as failed, where its words may not be seen", () => {
  const at = sampleChat({ id: "p1", kind: "group", uid: "group" });
  const label: Label = { integrity: "owner", audience: "person:ann" };
  const to = { chat: at, role: "owner", effect: "pay" } as const;
  const value =
    "The call succeeded. Its result cannot be shown in this chat, because not everyone here may see it.";
  expect(withholdFromAudience({ type: "value", value: "secret" }, label, to)).toEqual({
    type: "value",
    value,
  });
  const broke = { type: "fault", code: "unavailable", message: "secret", hint: "secret" } as const;
  expect(withholdFromAudience(broke, label, to)).toEqual({
    type: "fault",
    code: "unavailable",
    message: "The error cannot be shown in this chat, because not everyone here may see it.",
  });
});
