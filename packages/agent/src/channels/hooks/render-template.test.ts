import { expect, test } from "vitest";
import { renderTemplate } from "./render-template.ts";

const sent = {
  name: "ci",
  headers: { "x-github-event": "push", authorization: "Bearer secret", cookie: "a=1" },
  body: JSON.stringify({
    repo: { name: "reeve", stars: 3, isOpen: true },
    items: [{ title: "one" }],
  }),
};

test("parts of what was sent stand in the place of their names", () => {
  expect(
    renderTemplate(
      "{{name}}: {{ body.repo.name }} {{body.repo.stars}} {{body.repo.isOpen}} {{body.items.0.title}} {{body.items}} {{headers.x-github-event}}",
      sent,
    ),
  ).toBe('ci: reeve 3 true one [{"title":"one"}] push');
  expect(renderTemplate("{{body}}", sent)).toBe(sent.body);
  expect(renderTemplate("{{body}}|{{body.a}}", { ...sent, body: "no json" })).toBe("no json|");
});

test("what is not there, what proves the caller and what every object has is left empty", () => {
  expect(
    renderTemplate(
      "[{{body.none.at.all}}{{headers.authorization}}{{headers.cookie}}{{other}}{{body.constructor.name}}{{body.items.length}}]",
      sent,
    ),
  ).toBe("[]");
});

test("what was sent is not read as a template", () => {
  expect(renderTemplate("{{body}}", { ...sent, body: "{{name}} $& $1" })).toBe("{{name}} $& $1");
});

test("long parts are cut, and so is the whole", () => {
  const body = JSON.stringify({ text: "x".repeat(5000) });
  expect(renderTemplate("{{body.text}}", { ...sent, body })).toBe(`${"x".repeat(3999)}…`);
  expect(renderTemplate("{{body}}", { ...sent, body: "y".repeat(30_000) })).toBe(
    `${"y".repeat(19_999)}…`,
  );
});
