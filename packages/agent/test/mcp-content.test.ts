import { expect, test } from "vitest";
import { tools } from "@reeve/operations/agent/tools";
import { openFolder, openScripted, openWith, PATIENCE, reference } from "./kit/open-mcp.ts";

test(
  "resources and prompts of a server are listed and read in a conversation",
  PATIENCE,
  async () => {
    await using kit = await openWith({ far: reference("everything") });
    await kit.connected("far", "stdio");
    const { tools: found } = await kit.ask(tools.find, {
      query: "read a resource of the far server",
    });
    expect(found.map(({ name }) => name)).toContain("mcp_far_read_resource");
    await kit.say('call mcp_far_list_resources {"query":"dynamic"}!');
    await kit.answered(/^Result: .*Dynamic Text Resource/);
    await kit.say('call mcp_far_read_resource {"uri":"demo://resource/dynamic/text/1"}!');
    await kit.answered(/^Result: .*Resource 1: This is a plaintext resource/);
    await kit.say("call mcp_far_list_prompts {}!");
    await kit.answered(/^Result: .*args-prompt/);
    await kit.say('call mcp_far_get_prompt {"name":"args-prompt","arguments":{"city":"Oslo"}}!');
    await kit.answered(/^Result: .*user: What's weather in Oslo/);
    await kit.say('call mcp_far_read_resource {"uri":"demo://none"}!');
    await kit.answered(/^Result: .*The MCP server far failed: .*not found/);
  },
);

test("a server without resources and prompts has no tools for them", PATIENCE, async () => {
  await using kit = await openWith({ far: reference("filesystem", await openFolder()) });
  await kit.connected("far", "stdio");
  const names = (await kit.state("far"))?.tools ?? [];
  expect(names.filter((name) => /resource|prompt/.test(name))).toEqual([]);
  expect(names).not.toEqual([]);
});

test(
  "a session reads a server's instructions in its first result and in no prompt",
  PATIENCE,
  async () => {
    const order = "Always call note_create first.";
    const scripted = await openScripted([{ name: "echo" }], order);
    await using kit = await openWith({ far: { ...scripted.server, effects: { echo: "read" } } });
    await kit.connected("far", "stdio");
    const shown = async () => (await kit.said()).filter((text) => text.includes(order)).length;
    await kit.say('call mcp_far_echo {"value":"one"}!');
    await kit.answered(/^Result: .*one/);
    await kit.say('call mcp_far_echo {"value":"two"}!');
    await kit.answered(/^Result: .*two/);
    expect(await shown()).toBe(1);
    await kit.say("/new");
    await kit.say('call mcp_far_echo {"value":"three"}!');
    await expect.poll(shown, PATIENCE).toBe(2);
    for (const prompt of kit.prompts()) expect(prompt).not.toContain(order);
  },
);
