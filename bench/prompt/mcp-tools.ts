import type { Tool } from "@reeve/sdk";
import { mcpConfig } from "../../packages/agent/src/integrations/mcp.ts";
import { toTool } from "../../packages/agent/src/integrations/mcp/to-tool.ts";

/** Things that the tools of four servers handle; with five verbs each, there are 200 tools. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  tracker: "issue comment sprint board label milestone epic worklog attachment watcher".split(" "),
  forge: "repository branch commit pull_request review release tag workflow secret gist".split(" "),
  crm: "contact company deal pipeline activity quote invoice product campaign segment".split(" "),
  cloud: "instance volume snapshot network firewall cluster bucket queue function role".split(" "),
};

const VERBS: Readonly<Record<string, string>> = {
  list: "List each %s that matches a filter, newest first, page by page. Returns ids, names and dates.",
  get: "Get the details of one %s by its id, including its history and the people who work on it.",
  create:
    "Create a new %s with a title, a description and labels. Returns the id of what was created.",
  update: "Change the title, the description or the labels of a %s. Fields that are left out stay.",
  delete: "Delete a %s for good. It cannot be restored, and whatever refers to it is detached.",
};

const PARAMETERS = {
  id: { type: "string", description: "The id, as list returns it." },
  title: { type: "string", description: "A short title, at most 200 characters." },
  description: { type: "string", description: "The full text, in Markdown." },
  labels: { type: "array", items: { type: "string" }, description: "Labels to set." },
  limit: { type: "integer", minimum: 1, maximum: 100, description: "How many to return at most." },
};

/** Requests, and the tools that they need. */
export const MCP_REQUESTS: readonly (readonly [request: string, tool: string])[] = [
  ["create an issue in the tracker: the login page is broken", "mcp_tracker_create_issue"],
  ["which pull requests are open in the forge?", "mcp_forge_list_pull_request"],
  ["delete the CRM contact of Mr. Gray", "mcp_crm_delete_contact"],
  ["get the details of the cloud cluster c-7", "mcp_cloud_get_cluster"],
];

async function call(): Promise<string> {
  return "done";
}

/** Tools of four MCP servers by server, 50 each, as such servers describe theirs. */
export function mcpTools(): ReadonlyMap<string, readonly Tool[]> {
  return new Map(
    Object.entries(SERVERS).map(([server, nouns]) => {
      const { servers } = mcpConfig.parse({
        servers: { [server]: { url: "https://example.com" } },
      });
      const config = servers[server];
      if (!config) throw new Error(`no config of ${server}`);
      const tools = nouns.flatMap((noun) =>
        Object.entries(VERBS).map(([verb, text]) => {
          const description = text.replace("%s", noun.replace("_", " "));
          const inputSchema = { type: "object", properties: PARAMETERS } as const;
          return toTool(
            server,
            { name: `${verb}_${noun}`, description, inputSchema },
            { config, call },
          );
        }),
      );
      return [server, tools];
    }),
  );
}
