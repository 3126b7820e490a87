import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { isRecord } from "../../kernel/text/json.ts";
import { createInOrder } from "../../platform/serial-queue.ts";
import { writePrivateFile } from "../../platform/write-private-file.ts";

const client = z.custom<StoredOAuthClientInformation>(isRecord);
const tokens = z.custom<StoredOAuthTokens>(isRecord);

const loginSchema = z.object({
  /** Address of the server. A login is used for no other. */
  url: z.string(),
  /** By issuer: credentials are sent to no other authorization server than the one that issued them. */
  issuers: z
    .record(z.string(), z.object({ client: client.optional(), tokens: tokens.optional() }))
    .default({}),
  /** Issuer of the newest tokens. */
  latest: z.string().optional(),
  /** A login that waits for a person. `at` in milliseconds since the epoch. */
  pending: z
    .object({
      authorizationUrl: z.string(),
      state: z.string(),
      verifier: z.string(),
      at: z.number(),
    })
    .optional(),
  discovery: z.custom<OAuthDiscoveryState>(isRecord).optional(),
});

export type McpLogin = z.output<typeof loginSchema>;

/** Logins at MCP servers, by the name of the server. */
export interface McpLogins {
  /** Returns the login at the server with this name and address; undefined if there is none. */
  get(server: string, url: string): Promise<McpLogin | undefined>;
  /** Stores what `change` makes of a login. */
  change(server: string, url: string, change: (login: McpLogin) => McpLogin): Promise<void>;
  /** Removes a login; false if there was none. */
  remove(server: string): Promise<boolean>;
}

/**
 * Opens logins in a file that only the user of this process may read, apart from the database: exports and
 * searches never see it. The file appears with the first login. A damaged file is `invalid`.
 */
export function openMcpLogins(file: string): McpLogins {
  const inOrder = createInOrder();
  const read = async (): Promise<Record<string, McpLogin>> => {
    if (!existsSync(file)) return {};
    const text = await readFile(file, "utf8");
    const parsed = z.record(z.string(), loginSchema).safeParse(toJson(text));
    if (parsed.success) return parsed.data;
    throw new Fault("invalid", `${file} is damaged.`, {
      hint: "Remove the file, and sign in again: reeve mcp login <name>",
    });
  };
  const write = (all: Record<string, McpLogin>) => writePrivateFile(file, JSON.stringify(all));
  return {
    async get(server, url) {
      const found = (await read())[server];
      return found?.url === url ? found : undefined;
    },
    change: (server, url, change) =>
      inOrder(async () => {
        const all = await read();
        const before = all[server];
        const login = before?.url === url ? before : { url, issuers: {} };
        await write({ ...all, [server]: change(login) });
      }),
    remove: (server) =>
      inOrder(async () => {
        const { [server]: gone, ...others } = await read();
        if (!gone) return false;
        await write(others);
        return true;
      }),
  };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
