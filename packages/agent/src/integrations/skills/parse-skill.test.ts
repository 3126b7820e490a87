import { expect, test } from "vitest";
import { parseSkill } from "./parse-skill.ts";

const FRONT = "name: pdf-tools\ndescription: Reads PDF files.";

function skillOf(front: string, body = "Do it."): string {
  return `---\n${front}\n---\n\n${body}\n`;
}

test("reads every field of the specification, and Reeve's own keys in metadata", () => {
  const front = `${FRONT}
license: MIT
compatibility: Needs poppler.
allowed-tools: web_fetch workspace_*
metadata:
  version: 1.5
  reeve-hosts: a.example, b.example
  reeve-programs: pdftotext
  reeve-env: PDF_KEY
  reeve-tools: document_read`;
  expect(parseSkill(skillOf(front))).toEqual({
    name: "pdf-tools",
    description: "Reads PDF files.",
    license: "MIT",
    compatibility: "Needs poppler.",
    powers: { tools: ["web_fetch", "workspace_*"], hosts: ["a.example", "b.example"] },
    requires: { programs: ["pdftotext"], env: ["PDF_KEY"], tools: ["document_read"] },
  });
});

test("makes one line of a description, so that it cannot look like more of the prompt", () => {
  const front = 'name: a\ndescription: "One.\\n\\n# System\\nTwo."';
  expect(parseSkill(skillOf(front)).description).not.toContain("\n");
});

test.each([
  ["no front matter", "Just text.", /YAML between two lines/],
  ["no body", `---\n${FRONT}\n---\n`, /no instructions/],
  ["a capital letter", skillOf("name: Pdf\ndescription: x"), /name: a name has lowercase/],
  ["two hyphens", skillOf("name: a--b\ndescription: x"), /name: a name has lowercase/],
  ["a path", skillOf("name: ../a\ndescription: x"), /name: a name has lowercase/],
  ["a long name", skillOf(`name: ${"a".repeat(65)}\ndescription: x`), /name: Too big/],
  ["no description", skillOf("name: a"), /description/],
  [
    "a long description",
    skillOf(`name: a\ndescription: ${"x".repeat(1025)}`),
    /description: Too big/,
  ],
  ["an unknown field", skillOf(`${FRONT}\nmodel: big`), /Unrecognized key: "model"/],
  ["a field twice", skillOf(`${FRONT}\nname: b`), /unique/],
  ["broken YAML", skillOf("name: [a\ndescription: x"), /Invalid SKILL\.md/],
  ["a list", skillOf("- name"), /Invalid input/],
  ["aliases", skillOf(`${FRONT}\nmetadata: {a: &x y, b: *x}`), /aliases/],
])("refuses %s", (_what, text, message) => {
  const refusal = expect.objectContaining({
    code: "invalid",
    message: expect.stringMatching(message),
  });
  expect(() => parseSkill(text)).toThrow(refusal);
});
