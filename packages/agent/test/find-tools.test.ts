import { z } from "zod";
import { expect, test } from "vitest";
import type { ModelRequest } from "../src/llm/model.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const params = z.object({ city: z.string().describe("Name of the city.") });
const weather = fakeTool("utility_weather", { summary: "Forecast for a place.", params });
const erase = fakeTool("calendar_erase", {
  summary: "Erase a calendar event.",
  effect: "destroy",
  confirm: () => "Erase it?",
});
/** Other tools, enough for words to distinguish tools. */
const others = [
  ["email_send", "Send a mail to a person."],
  ["email_search", "Search the mailbox."],
  ["note_create", "Save a note with tags."],
  ["task_create", "Add a task with a due date."],
  ["github_issues", "List issues of a repository."],
  ["ton_send", "Transfer TON from the wallet."],
  ["ton_balance", "Balance of the wallet."],
  ["news_top", "Headlines of the day."],
  ["voice_speak", "Say a text aloud."],
  ["dns_resolve", "Resolve a .ton domain."],
].map(([name = "", summary = ""]) => fakeTool(name, { summary }));
const tools = [
  weather,
  erase,
  fakeTool("memory_write", { summary: "Remember something." }),
  fakeTool("workspace_list", { summary: "List files." }),
  ...others,
];

const lastText = ({ messages }: ModelRequest) => {
  const last = messages.findLast(({ role }) => role === "user");
  return last?.text ?? "";
};

test("a tool that fits the message is told in the tail, and called through tool_call", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([
    {
      calls: [
        { name: "tool_call", args: { name: "utility_weather", arguments: { city: "Oslo" } } },
      ],
    },
    { text: "Sunny." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools, findsTools: true });

  await messenger.say("what is the weather forecast for Oslo?");
  await messenger.received(1);

  const [first, second] = model.requests;
  expect(first?.tools.map(({ name }) => name)).toEqual(["memory_write"]);
  expect(first?.system.at(-1)).toContain("through tool_call:\nworkspace_list(");
  expect(first && lastText(first)).toContain("utility_weather(city): Forecast for a place.");
  expect(second?.messages.slice(-2)).toMatchObject([
    { role: "assistant", calls: [{ name: "tool_call", args: { name: "utility_weather" } }] },
    { role: "tool", name: "tool_call", isError: false },
  ]);
  expect(await endStory(agent, model)).toEqual([
    "what is the weather forecast for Oslo?: answered",
  ]);
});

test("a call through tool_call passes the gate and the validation of the tool that it names", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([
    {
      calls: [
        { name: "tool_call", args: { name: "calendar_erase", arguments: {} } },
        { name: "tool_call", args: { name: "utility_weather", arguments: { city: 5 } } },
        { name: "tool_call", args: { name: "utility_weather", arguments: '{"city":"Oslo"}' } },
        { name: "tool_call", args: { name: "no_such_tool" } },
        { name: "tool_call", args: "nonsense" },
      ],
    },
    { text: "I asked." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools, findsTools: true });

  await messenger.say("erase it");
  const [, question] = await messenger.received(2);

  expect(question?.part).toMatchObject({ type: "approval", question: "Erase it?" });
  const results = model.requests[1]?.messages
    .slice(-5)
    .map((message) => "text" in message && message.text);
  expect(results).toEqual([
    expect.stringContaining("Waiting for approval"),
    expect.stringMatching(/^invalid: .*\nThe parameters of utility_weather: \{.*Name of the city/s),
    "done",
    expect.stringContaining('missing: Unknown tool: "no_such_tool"'),
    expect.stringContaining('missing: Unknown tool: "tool_call"'),
  ]);
  expect(await endStory(agent, model)).toEqual(["erase it: answered"]);
});

test("a tool that cannot run here is neither described nor called, and says what it needs", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ calls: [{ name: "web_dig", args: {} }] }, { text: "I cannot." }]);
  const dig = { ...fakeTool("web_dig", { summary: "Dig." }), needs: ["webSearch"] as const };
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [...tools, dig],
    findsTools: true,
  });

  await messenger.say("dig in the web");
  await messenger.received(1);

  const [first, second] = model.requests;
  expect(JSON.stringify(first)).not.toContain("web_dig");
  expect(second?.messages.at(-1)).toMatchObject({
    role: "tool",
    text: expect.stringContaining(
      "unavailable: web_dig is not available: it requires the service webSearch",
    ),
  });
  await endStory(agent, model);
});

test("a tool that is found by reference is named, and called like any other", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(
    [
      {
        calls: [
          { name: "utility_weather", args: { city: "Oslo" } },
          { name: "calendar_erase", args: {} },
        ],
      },
      { text: "Sunny." },
    ],
    { toolDelivery: "reference" },
  );
  await using agent = await startAgent({ model, channels: [messenger], tools, findsTools: true });

  await messenger.say("what is the weather forecast for Oslo?");
  const [, question] = await messenger.received(2);

  const [first, second] = model.requests;
  expect(first?.tools.map(({ name }) => name)).toEqual(["memory_write"]);
  expect(first?.deferred).toHaveLength(tools.length - 1);
  expect(first?.messages.at(-1)).toMatchObject({ role: "user", found: ["utility_weather"] });
  expect(first && lastText(first)).not.toContain("utility_weather");
  expect(question?.part).toMatchObject({ type: "approval", question: "Erase it?" });
  expect(second?.messages.slice(-2)).toMatchObject([
    { role: "tool", name: "utility_weather", isError: false },
    { role: "tool", name: "calendar_erase", text: expect.stringContaining("Waiting") },
  ]);
  await endStory(agent, model);
});

test.each(["tail", "reference"] as const)(
  "by %s, no byte before the newest input changes while a session lasts",
  async (toolDelivery) => {
    const messenger = scriptedChannel();
    const model = scriptedModel(
      ({ messages }) =>
        messages.at(-1)?.role === "user" && messages.length % 3 === 1
          ? { calls: [{ name: "workspace_list", args: {} }] }
          : { text: `Answer ${messages.length}.` },
      { toolDelivery },
    );
    await using agent = await startAgent({ model, channels: [messenger], tools, findsTools: true });

    const said = [
      "hello",
      "weather in Oslo tomorrow?",
      "ok",
      "erase my calendar event",
      "and the weather in Rome?",
    ];
    for (const [index, text] of said.entries()) {
      await messenger.say(text);
      await messenger.received(index + 1);
    }

    for (const [index, request] of model.requests.entries()) {
      const before = model.requests[index - 1];
      if (!before) continue;
      expect(JSON.stringify(request.tools)).toBe(JSON.stringify(before.tools));
      expect(JSON.stringify(request.deferred)).toBe(JSON.stringify(before.deferred));
      expect(request.system).toEqual(before.system);
      expect(request.messages.slice(0, before.messages.length)).toEqual(before.messages);
    }
    const told = model.requests
      .at(-1)
      ?.messages.filter(
        (message) =>
          message.role === "user" &&
          (message.found?.includes("utility_weather") ||
            message.text.includes("utility_weather(city)")),
      );
    expect(told).toHaveLength(1);
    await endStory(agent, model);
  },
);
