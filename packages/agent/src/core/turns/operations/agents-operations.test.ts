import { expect, test } from "vitest";
import { scriptedModel } from "../../../llm/testing/scripted-model.ts";
import { createToolbox } from "../../../tools/toolbox.ts";
import { createAgents, mainAgent } from "../../agents.ts";
import { toolThat } from "../testing/open-turn-kit.ts";
import { listAgents } from "./agents-operations.ts";

test("an agent is listed with its tools, its budgets as far as it has any, and its chats", () => {
  const main = mainAgent({ model: scriptedModel([]) });
  const budgets = { steps: 3, tokensPerDay: 100, costNanoPerDay: 500_000_000n };
  const rules = { agent: "writer", deny: ["web_*"] };
  const writer = { ...main, name: "writer", budgets, rules, chats: ["cli:*"] };
  const agents = createAgents(main, [writer]);
  const toolbox = createToolbox([toolThat(), toolThat({ name: "web_look" })], {});
  expect(listAgents(writer, { agents, toolbox })).toEqual([
    { name: "main", here: false, model: "scripted/model", tools: 2, places: [] },
    {
      name: "writer",
      here: true,
      model: "scripted/model",
      tools: 1,
      steps: 3,
      tokensPerDay: 100,
      costPerDay: "$0.5",
      places: ["cli:*"],
    },
  ]);
});
