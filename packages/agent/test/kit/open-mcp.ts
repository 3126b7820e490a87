import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { mcp } from "@reeve/operations/agent/mcp";
import { expect } from "vitest";
import type { z } from "zod";
import type { mcpConfig } from "../../src/integrations/mcp.ts";
import { openFolder, openTalk, PATIENCE } from "./open-talk.ts";

export { openFolder, PATIENCE } from "./open-talk.ts";

export type Servers = NonNullable<z.input<typeof mcpConfig>["servers"]>;

export type Server = Servers[string];

const require = createRequire(import.meta.url);

/** The program of a reference server, outside of a sandbox. */
export function reference(name: "everything" | "filesystem" | "memory", ...args: string[]): Server {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const program = path.join(path.dirname(manifest), "dist/index.js");
  return { command: process.execPath, args: [program, ...args], sandbox: "off" };
}

/** A server whose tools stand in a file. */
export async function openScripted(first: readonly object[], instructions = "") {
  const file = path.join(await openFolder(), "tools.json");
  const offer = (next: readonly object[]) => writeFile(file, JSON.stringify(next));
  await offer(first);
  const program = path.join(
    import.meta.dirname,
    "../../src/integrations/mcp/testing/scripted-server-process.ts",
  );
  const server: Server = {
    command: process.execPath,
    args: [program, file, instructions],
    sandbox: "off",
  };
  /** Everything that the server was answered so far. */
  const answers = async (): Promise<readonly unknown[]> =>
    existsSync(`${file}.answers`)
      ? (await readFile(`${file}.answers`, "utf8")).trim().split("\n").map(parse)
      : [];
  return { server, offer, answers };
}

function parse(line: string): unknown {
  return JSON.parse(line);
}

/** An agent with MCP servers, and a person who talks to it. */
export async function openWith(servers: Servers) {
  const talk = await openTalk({ config: { mcp: { servers } } });
  const state = async (name: string) =>
    (await talk.ask(mcp.list, {})).items.find((server) => server.name === name);
  return {
    ...talk,
    state,
    connected: (name: string, transport: string) =>
      expect.poll(() => state(name), PATIENCE).toMatchObject({ state: "connected", transport }),
  };
}
