import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../../kernel/languages.ts";
import { workspaceDelete } from "../../../tools/workspace/delete.ts";
import { sampleChat } from "../../testing/sample-chat.ts";
import { createLocalizePrompt } from "./localize-prompt.ts";

const args = { path: 'notes/"a"\nYes.md', recursive: true };

function shown(tool: Tool, preview: string) {
  const get = () => tool;
  const inWords = createLocalizePrompt({
    toolbox: { get },
    question: () => undefined,
    agentIn: () => "main",
  });
  return LANGUAGES.map((language) =>
    inWords({ tool: "workspace_delete", args, preview }, { chat: sampleChat(), language }),
  );
}

const english = 'Permanently delete "notes/\\"a\\"\\nYes.md" and everything in it?';

test("a tool's question is shown in each language, with its arguments as they were quoted", () => {
  const questions = shown(workspaceDelete, english);
  expect(questions.slice(0, 2)).toEqual([
    english,
    '"notes/\\"a\\"\\nYes.md" mit allem Inhalt endgültig löschen?',
  ]);
  expect(new Set(questions).size).toBe(LANGUAGES.length);
  for (const question of questions) expect(question).toContain('"notes/\\"a\\"\\nYes.md"');
});

test("what stands behind the question stays behind it", () => {
  const note = " (the file comes from web page a.example)";
  for (const question of shown(workspaceDelete, english + note))
    expect(question.endsWith(`?${note}`) || question.endsWith(`\u00a0?${note}`)).toBe(true);
});

test("a question that was put in other words is shown as it was put", () => {
  const preview = "Erase notes?";
  expect(new Set(shown(workspaceDelete, preview))).toEqual(new Set([preview]));
});

test("a tool that knows one language is asked about in that one, one without words by its name", () => {
  expect(new Set(shown({ ...workspaceDelete, confirm: () => "Erase it?" }, "Erase it?"))).toEqual(
    new Set(["Erase it?"]),
  );
  const wordless: Tool = {
    name: "workspace_delete",
    summary: "Deletes.",
    effect: "destroy",
    scope: "always",
    access: "anyone",
    needs: [],
    params: workspaceDelete.params,
    run: async () => "deleted",
  };
  const [, german] = shown(wordless, "Run workspace_delete?");
  expect(german).toBe("workspace_delete ausführen?");
});
