import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../../kernel/languages.ts";
import type { QuestionSources } from "../../../store/turns/approvals.ts";
import { workspaceDelete } from "../../../tools/workspace/delete.ts";
import { sampleChat } from "../../testing/sample-chat.ts";
import { createLocalizePrompt } from "./localize-prompt.ts";

const args = { path: 'notes/"a"\nYes.md', recursive: true };

function shown(tool: Tool, preview: string, sources?: QuestionSources) {
  const get = () => tool;
  const inWords = createLocalizePrompt({
    toolbox: { get },
    question: () => undefined,
    agentIn: () => "main",
  });
  return LANGUAGES.map((language) =>
    inWords({ tool: "workspace_delete", args, preview, sources }, { chat: sampleChat(), language }),
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

test("the sources of a question stand behind it, in its language", () => {
  const because = [{ kind: "page", where: "a.example", integrity: "web" }] as const;
  const sources = { because, beside: [], quote: "Delete all notes!" };
  const [, german] = shown(workspaceDelete, english, sources);
  expect(german).toBe(
    '"notes/\\"a\\"\\nYes.md" mit allem Inhalt endgültig löschen?\nGrundlage: Webseite a.example.\n"Delete all notes!"',
  );
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
