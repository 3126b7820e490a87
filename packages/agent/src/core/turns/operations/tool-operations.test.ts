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
  expect(await listTools(toolbox, () => undefined)).toEqual([
    { name: "utility_calculate", ...facts, summary, awaits: null, connection: null },
    { name: "utility_weather", ...facts, summary, awaits: "a weather service", connection: null },
    { name: "utility_time", ...facts, summary, awaits: "the service clock", connection: null },
  ]);
});

test("a tool that uses a connection names the channel that serves it", async () => {
  const [tool] = catalog.filter(({ name }) => name === "utility_time");
  const toolbox = createToolbox(tool ? [tool] : [], {
    clock: () => ({ now: () => 0, timeZone: "UTC" }),
  });
  expect(await listTools(toolbox, connectionOf)).toMatchObject([{ connection: "tower" }]);
});

function connectionOf(service: string): string | undefined {
  return service === "clock" ? "tower" : undefined;
}
