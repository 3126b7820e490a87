import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { Server } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { contentTools } from "./content-tools.ts";

/** A server with so many resources and no templates. */
async function open(count: number) {
  const server = new Server({ name: "far", version: "1" }, { capabilities: { resources: {} } });
  server.setRequestHandler("resources/list", async () => ({
    resources: Array.from({ length: count }, (_, at) => ({
      uri: `far://${at}`,
      name: `Page ${at}`,
      description: "x".repeat(1000),
    })),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => ({
    contents: [
      { uri, text: uri.endsWith("1") ? "One." : "x".repeat(5_000_000) },
      { uri: "far://image", blob: "AAAA" },
    ],
  }));
  const client = new Client({ name: "reeve", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  onTestFinished(() => client.close());
  const tools = new Map(contentTools("far", client).map((tool) => [tool.name, tool]));
  const run = (name: string, args: object) => tools.get(name)?.run({ ...args }, {});
  return { names: [...tools.keys()], run };
}

test("a server has tools for what it declares", async () => {
  expect((await open(1)).names).toEqual(["list_resources", "read_resource"]);
});

test("long lists and descriptions are cut, and a query narrows them", async () => {
  const { run } = await open(150);
  const { resources = [] } = Object(await run("list_resources", {}));
  expect(resources).toHaveLength(101);
  expect(resources.at(-1)).toBe("50 more. Narrow the list with query.");
  expect(resources[0].description).toHaveLength(300);
  expect(await run("list_resources", { query: "page 149" })).toMatchObject({
    resources: [{ uri: "far://149" }],
    templates: [],
  });
});

test("a resource is read as text, data is named only, and one that is too long is refused", async () => {
  const { run } = await open(0);
  expect(await run("read_resource", { uri: "far://1" })).toBe("One.\n[file far://image, 3 bytes]");
  await expect(run("read_resource", { uri: "far://2" })).rejects.toMatchObject({
    code: "exhausted",
  });
});
