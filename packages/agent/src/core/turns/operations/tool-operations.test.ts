import { expect, test } from "vitest";
import { awaited } from "../../../app/awaited.gen.ts";
import { catalog } from "../../../app/catalog.gen.ts";
import { createToolbox } from "../../../tools/toolbox.ts";
import { listTools } from "./tool-operations.ts";

const isWanted = ({ name }: { readonly name: string }) =>
  ["utility_calculate", "utility_time", "utility_weather"].includes(name);

test("tools are listed with what they do, then those that await something", async () => {
  const toolbox = createToolbox(
    catalog.filter(isWanted),
    {},
    { awaited: awaited.filter(isWanted) },
  );
  const facts = { effect: "read", scope: "always", access: "anyone" };
  const summary = expect.any(String);
  expect(await listTools(toolbox)).toEqual([
    { name: "utility_calculate", ...facts, summary, awaits: null },
    { name: "utility_weather", ...facts, summary, awaits: "a weather service" },
    { name: "utility_time", ...facts, summary, awaits: "the service clock" },
  ]);
});
