import { id, nothing } from "@reeve/operations/fields";
import { defineOperation } from "@reeve/operations/operation";
import { notes } from "@reeve/operations/memory/notes";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineCommandLine } from "../src/operations/cli.ts";
import { implement } from "../src/operations/implement.ts";

const draft = {
  name: "things.delete",
  summary: "Delete a thing.",
  input: z.object({ id }),
  output: nothing,
  effect: "delete",
  scope: "chat",
} as const;

const things = {
  delete: defineOperation({ ...draft, http: "DELETE /v1/things/{id}", cli: { verb: "delete" } }),
};
const newId = () => "1";

test("mistakes in contracts do not compile", () => {
  expect(
    [
      // @ts-expect-error: no such field in the path
      () => defineOperation({ ...draft, http: "DELETE /v1/things/{name}" }),
      // @ts-expect-error: no such field in the query
      () => defineOperation({ ...draft, http: "DELETE /v1/things/{id}?person" }),
      // @ts-expect-error: not an HTTP method
      () => defineOperation({ ...draft, http: "REMOVE /v1/things/{id}" }),
      () =>
        defineOperation({
          ...draft,
          http: "DELETE /v1/things/{id}",
          // @ts-expect-error: no such argument
          cli: { verb: "delete", words: ["name"] },
        }),
      () =>
        defineOperation({
          ...draft,
          http: "DELETE /v1/things/{id}",
          // @ts-expect-error: an option for no field
          cli: { verb: "delete", flags: { name: "name" } },
        }),
      // @ts-expect-error: no such scope
      () => defineOperation({ ...draft, scope: "root", http: "DELETE /v1/things/{id}" }),
      // @ts-expect-error: a handler is missing
      () => implement(things, {}, newId),
      // @ts-expect-error: a handler returns another output
      () => implement({ list: notes.list }, { list: async () => ({ items: 7 }) }, newId),
      // @ts-expect-error: a text is missing
      () => defineCommandLine({ command: "things", operations: things, show: {} }),
    ].length,
  ).toBe(9);
});
