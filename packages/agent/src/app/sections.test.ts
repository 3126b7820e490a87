import { expect, test } from "vitest";
import { createControl } from "../core/control.ts";
import { toId } from "../kernel/ids.ts";
import { awaited } from "../tools/awaited.gen.ts";
import { catalogue } from "../tools/catalogue.gen.ts";
import { createToolbox } from "../tools/toolbox.ts";
import { toolsSection } from "./sections.ts";

const isWanted = ({ name }: { readonly name: string }) =>
  ["utility_calculate", "utility_time", "utility_weather"].includes(name);

test("tools are listed with what they do, then those that await something", async () => {
  const toolbox = createToolbox(
    catalogue.filter(isWanted),
    {},
    { awaited: awaited.filter(isWanted) },
  );
  const owner = {
    id: toId<"person">("owner"),
    tenant: "home",
    role: "owner",
    name: "Ada",
  } as const;
  const caller = { person: owner, surface: "cli", chat: "main" };

  const listed = await createControl([toolsSection(toolbox)]).call("tools.list", {}, caller);

  const facts = { effect: "read", scope: "always", access: "anyone" };
  const summary = expect.any(String);
  expect(listed).toEqual([
    { name: "utility_calculate", ...facts, summary, awaits: null },
    { name: "utility_weather", ...facts, summary, awaits: "a weather service" },
    { name: "utility_time", ...facts, summary, awaits: "the service clock" },
  ]);
});
