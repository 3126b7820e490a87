import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { commands } from "../src/app/cli/commands.ts";
import { openReeveCommands } from "./kit/reeve-commands.ts";

const README = await readFile(new URL("../../../README.md", import.meta.url), "utf8");

function section(title: string): string {
  const [, text = ""] = README.split(`\n## ${title}\n`);
  return text.split("\n## ")[0] ?? "";
}

function codeIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code);
}

test("the table of commands names every command, and no other", () => {
  const firstColumn = section("Commands")
    .split("\n")
    .filter((row) => row.startsWith("| `"))
    .map((row) => row.split(" | ")[0] ?? "");
  const named = firstColumn.flatMap(codeIn).map((usage) => usage.split(" ")[1] ?? "");
  expect(named.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

test(
  "the built-in model understands every sentence of the first steps",
  { timeout: 60_000 },
  async () => {
    await using reeve = await openReeveCommands();
    const bullets = section("First steps")
      .split("\n")
      .filter((line) => line.startsWith("- "));
    const sentences = bullets.flatMap(codeIn);
    expect(sentences.length).toBeGreaterThanOrEqual(8);

    await reeve.run(["start", "--detach"]);
    const answers = new Map<string, string>();
    for (const sentence of sentences) {
      const { code, out, err } = await reeve.run(["chat"], sentence);
      expect({ sentence, code, err }).toEqual({ sentence, code: 0, err: "" });
      answers.set(sentence, out);
    }

    const misunderstood = [...answers].filter(([, answer]) => /did not understand/i.test(answer));
    expect(misunderstood).toEqual([]);
    expect(answers.get("what do you know about tea?")).toContain("the tea is in the blue tin");
    expect(answers.get("list my notes")).toContain("call Ann on Friday");
    expect(answers.get("calculate 19% of 84.50")).toContain("16.055");
    expect(answers.get("read todo.txt")).toContain("buy milk");
  },
);

test("a pipe prints one event a line, as the example does", { timeout: 60_000 }, async () => {
  const [, sentence = "", rest = ""] = /^echo "(.+)" \| npx reeve (.+)$/m.exec(README) ?? [];
  await using reeve = await openReeveCommands();
  const { code, out } = await reeve.run(rest.split(" "), sentence);
  const types = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).type);
  expect({ code, last: types.at(-1) }).toEqual({ code: 0, last: "turn-end" });
});

test(
  "the setting of the examples can be changed in the file and for one run",
  { timeout: 60_000 },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.maxSteps", "7"]);
    const key = ["config", "get", "agent.maxSteps"];
    expect((await reeve.run(key)).out).toBe("7\n");
    expect((await reeve.run([...key, "--set", "agent.maxSteps=9"])).out).toBe("9\n");
    expect((await reeve.run(["config", "list"])).out).toMatch(/^agent\.maxSteps +7 /m);
  },
);
