import { webhooks } from "@reeve/operations/work/webhooks";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";
import { nearbyWebhooks, openReceiver } from "./kit/http/webhook-receiver.ts";

const OF_THE_BUS = /"?(deliveries|subscriptions|hooks)\b/;

/** Returns the statements on event tables that two turns with a call each execute. */
async function statementsOfTwoTurns(url?: string) {
  const statements = new Set<string>();
  const model = scriptedModel(({ messages }) => {
    if (messages.at(-1)?.role === "user") return { calls: [{ name: "look", args: {} }] };
    return { text: "Done." };
  });
  const messenger = scriptedChannel();
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [fakeTool("look")],
    webhooks: nearbyWebhooks(),
    onPrepare: (statement) => statements.add(statement),
  });
  await messenger.say("first");
  await messenger.received(1);
  if (url !== undefined) await askOf(agent)(webhooks.create, { url });
  await messenger.say("second", { id: "2" });
  await messenger.received(2);
  await agent.stop();
  return {
    asked: [...statements].filter((statement) => OF_THE_BUS.test(statement)),
    creates: [...statements].filter((statement) =>
      /^(?:create (?:table|index)|alter table)/.test(statement),
    ),
  };
}

test("where nobody subscribes, events cost a look when the store is opened and nothing else", async () => {
  const { asked, creates } = await statementsOfTwoTurns();
  const made = new Set(creates);
  expect(asked.filter((statement) => !made.has(statement))).toEqual([
    'select "id" from "subscriptions" limit ?',
  ]);
});

test("where somebody does, they cost statements, which shows that those are seen", async () => {
  await using receiver = await openReceiver();
  const { asked } = await statementsOfTwoTurns(receiver.url);
  expect(asked.filter((statement) => statement.includes("insert into deliveries"))).toHaveLength(1);
});
