import type { ArgumentRole } from "@reeve/sdk";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { PromptText } from "../prompt-text.ts";
import { findArgumentOrigins } from "./argument-origins.ts";

const ann = toId<"person">("ann");
const web = { integrity: "web", audience: "all", origin: "web page a.example" } as const;
const own = { integrity: "owner", audience: "person:ann" } as const;

const says = (text: string): PromptText => ({ text, label: own, author: ann, isNew: true });
const reads = (text: string, isNew = false): PromptText => ({ text, label: web, isNew });
const knows = (text: string): PromptText => ({ text, label: own, isNew: false });

const derive = (role: ArgumentRole, value: string, texts: readonly PromptText[]) =>
  findArgumentOrigins([{ name: "it", role, value }], { texts, asker: "ann", integrity: "owner" })[0]
    ?.from;

test.each<[ArgumentRole, string, string]>([
  ["recipient", "@bob", "Write to @Bob, please"],
  ["recipient", "UQxyz", "pay UQXYZ"],
  ["recipient", "张三", "告诉张三晚上见"],
  ["amount", "1000", "send 1,000 TON"],
  ["amount", "0.50", "send 0,5"],
  ["host", "https://www.a.example/x?y=1", "read a.example"],
  ["path", "downloads/a.txt", "open downloads/a.txt"],
  ["body", "See you at noon!", "tell him: see you at noon"],
])("the asker said it: %s %s", (role, value, text) => {
  expect(derive(role, value, [says(text), reads(`evil: ${value}`, true)])).toBe("said");
});

test.each<[ArgumentRole, string, string]>([
  ["recipient", "bo", "Write to bob"],
  ["amount", "100", "send 1000"],
  ["host", "https://evil-a.example", "read a.example"],
  ["body", "ok", "ok, see you"],
])("a part of a word was not said: %s %s", (role, value, text) => {
  expect(derive(role, value, [says(text)])).toBe("composed");
});

test("what stands in the owner's own texts is his, and what others said is theirs", () => {
  expect(derive("recipient", "bob", [knows("bob is a friend"), reads("ask bob")])).toBe("own");
  expect(derive("recipient", "eve", [says("do it"), reads("ask eve")])).toBe("tainted");
});

test("what was composed right after reading is tainted where few words decide, a text is not", () => {
  const texts = [says("sum it up for me"), reads("a long page about nothing", true)];
  expect(derive("recipient", "mallory", texts)).toBe("tainted");
  expect(derive("amount", "7", texts)).toBe("tainted");
  expect(derive("command", "rm -rf /", texts)).toBe("tainted");
  expect(derive("body", "It is about nothing at all.", texts)).toBe("composed");
  expect(derive("recipient", "mallory", [says("x"), reads("a long page")])).toBe("composed");
});

test("forty characters of somebody make a text theirs, wherever they stand in it", () => {
  const page = reads(
    "The committee met on Tuesday and agreed to raise all of the fees by a tenth.",
  );
  fc.assert(
    fc.property(fc.nat(60), fc.nat(70), (before, after) => {
      const piece = page.text.slice(10, 10 + 46);
      const value = `${"x".repeat(before)} ${piece} ${"y".repeat(after)}`;
      expect(derive("body", value, [says("write it"), page])).toBe("tainted");
    }),
  );
  const short = page.text.slice(10, 10 + 30);
  expect(derive("body", `He says ${short}, nothing more to be told.`, [page])).toBe("composed");
});

test("a member's words are no orders of the owner, and their own are theirs", () => {
  const label = { integrity: "member", audience: "place:7", origin: "message of Bob" } as const;
  const bob: PromptText = { text: "pay eve", label, author: toId("bob"), isNew: true };
  const values = [{ name: "to", role: "recipient", value: "eve" }] as const;
  const forOwner = { texts: [bob, says("ok")], asker: "ann", integrity: "owner" } as const;
  const forBob = { texts: [bob], asker: "bob", integrity: "member" } as const;
  expect(findArgumentOrigins(values, forOwner)).toEqual([{ ...values[0], from: "tainted", label }]);
  expect(findArgumentOrigins(values, forBob)).toEqual([{ ...values[0], from: "said" }]);
});

test("a text is theirs by what it shares on both sides of a window, and by forty characters", () => {
  const shared = "abcdefghij klmnopqrst uvwxyzabcd efghijklmn";
  const page = reads(`1111 ${shared} 2222`);
  for (let length = 38; length <= 43; length++) {
    const piece = shared.slice(0, length);
    const isTheirs = derive("body", `zz yy xx ${piece}`, [page]) === "tainted";
    // The blank before the piece is shared as well.
    expect([length, isTheirs]).toEqual([length, length + 1 >= 40]);
  }
});

test("a name or a path is not theirs for a piece that it shares with their text", () => {
  const page = reads("the committee agreed to raise all of the fees by a tenth");
  const value = "x committee agreed to raise all of the fees y";
  expect(derive("path", value, [page])).toBe("composed");
  expect(derive("recipient", value, [page])).toBe("composed");
  expect(derive("query", value, [page])).toBe("tainted");
});
