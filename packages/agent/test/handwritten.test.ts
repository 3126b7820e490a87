import { nouns } from "@reeve/operations/nouns";
import { httpOf } from "@reeve/operations/operation";
import { expect, test } from "vitest";
import { commands } from "../src/app/cli/commands.ts";
import { HANDWRITTEN_COMMANDS, HANDWRITTEN_ROUTES } from "../src/app/cli/handwritten.ts";
import { openHttp } from "./kit/http/open-http.ts";

const served = nouns
  .flatMap(({ operations }) => Object.values(operations))
  .filter(({ http }) => http !== undefined)
  .map((operation) => `${httpOf(operation).method} ${httpOf(operation).path}`);

test("every route derives from a contract, or has a reason not to", async () => {
  await using http = await openHttp();
  const routes = http.routes.map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => !served.includes(route)).toSorted()).toEqual(
    Object.keys(HANDWRITTEN_ROUTES).toSorted(),
  );
  expect(served.filter((route) => !routes.includes(route))).toEqual([]);
});

test("every command derives from a contract, or has a reason not to", () => {
  const own = commands.filter(({ line }) => !line).map(({ name }) => name);
  expect(own.toSorted()).toEqual(Object.keys(HANDWRITTEN_COMMANDS).toSorted());
});
