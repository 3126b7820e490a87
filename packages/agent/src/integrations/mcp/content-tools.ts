import {
  type Client,
  ProtocolError,
  type RequestOptions,
  type Tool as ServerTool,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import { bounded, resourceText, toText } from "./call-result.ts";

/** A tool of ours for something that a server offers beside its tools. */
export interface ContentTool extends ServerTool {
  readonly run: (
    args: Readonly<Record<string, unknown>>,
    options: RequestOptions,
  ) => Promise<unknown>;
}

/** Entries of a list that a result shows, and characters of each description. */
const MAX_ENTRIES = 100;
const MAX_DESCRIPTION = 300;

/** JSON-RPC's code for a method that a server does not have. */
const NO_METHOD = -32_601;

const listParams = z.object({
  query: z.string().optional().describe("Lists only entries that contain this text."),
});
const readParams = z.object({ uri: z.string().describe("URI of the resource, from the list.") });
const promptParams = z.object({
  name: z.string().describe("Name of the prompt, from the list."),
  arguments: z.record(z.string(), z.string()).default({}).describe("Arguments by name."),
});

/** Returns the tools for the resources and prompts of a server, as far as it has them. */
export function contentTools(server: string, client: Client): readonly ContentTool[] {
  const { resources, prompts } = client.getServerCapabilities() ?? {};
  return [
    ...(resources ? resourceTools(server, client) : []),
    ...(prompts ? promptTools(server, client) : []),
  ];
}

function resourceTools(server: string, client: Client): readonly ContentTool[] {
  return [
    {
      ...readsAs("list_resources", listParams),
      description: `Lists the resources of ${server}, such as files and records. Read one with the tool read_resource of the same server.`,
      async run(args, options) {
        const { query } = listParams.parse(args);
        const { resources } = await client.listResources({}, options);
        const { resourceTemplates } = await client
          .listResourceTemplates({}, options)
          .catch(withoutTemplates);
        return {
          resources: select(resources, query, ({ uri, name, mimeType, description }) => ({
            uri,
            name,
            mimeType,
            description,
          })),
          templates: select(resourceTemplates, query, ({ uriTemplate, name, description }) => ({
            uriTemplate,
            name,
            description,
          })),
        };
      },
    },
    {
      ...readsAs("read_resource", readParams),
      description: `Reads a resource of ${server} by its URI.`,
      async run(args, options) {
        const { contents } = await client.readResource(readParams.parse(args), options);
        return bounded(server, contents.map(resourceText).join("\n"));
      },
    },
  ];
}

function promptTools(server: string, client: Client): readonly ContentTool[] {
  return [
    {
      ...readsAs("list_prompts", listParams),
      description: `Lists the prompts of ${server}: texts that its author prepared for kinds of work. Get one with the tool get_prompt of the same server.`,
      async run(args, options) {
        const { query } = listParams.parse(args);
        const { prompts } = await client.listPrompts({}, options);
        return {
          prompts: select(prompts, query, ({ name, description, arguments: own }) => ({
            name,
            description,
            arguments: own?.map(({ name: of, required }) => (required === true ? of : `${of}?`)),
          })),
        };
      },
    },
    {
      ...readsAs("get_prompt", promptParams),
      description: `Gets a prompt of ${server} by its name. It is a text of the server, not of the person.`,
      async run(args, options) {
        const { messages } = await client.getPrompt(promptParams.parse(args), options);
        const texts = messages.map(({ role, content }) => `${role}: ${toText(content)}`);
        return bounded(server, texts.join("\n\n"));
      },
    },
  ];
}

const schema = z.object({
  properties: z.record(z.string(), z.json()),
  required: z.array(z.string()).default([]),
});

function readsAs(name: string, params: z.ZodType) {
  const { properties, required } = schema.parse(z.toJSONSchema(params, { io: "input" }));
  return {
    name,
    inputSchema: { type: "object" as const, properties, required },
    annotations: { readOnlyHint: true },
  };
}

/** Selects the entries that a result shows. What it leaves out, it counts. */
function select<Entry extends { readonly description?: string | undefined }, Shown>(
  entries: readonly Entry[],
  query: string | undefined,
  show: (entry: Entry) => Shown,
): readonly (Shown | string)[] {
  const cut = entries.map((entry) => show({ ...entry, description: cutDescription(entry) }));
  const words = query?.toLowerCase() ?? "";
  const fitting = cut.filter((one) => JSON.stringify(one).toLowerCase().includes(words));
  const more = fitting.length - MAX_ENTRIES;
  return [
    ...fitting.slice(0, MAX_ENTRIES),
    ...(more > 0 ? [`${more} more. Narrow the list with query.`] : []),
  ];
}

function cutDescription({ description }: { readonly description?: string | undefined }) {
  return description?.slice(0, MAX_DESCRIPTION);
}

/** Servers that have resources need not have templates of resources. */
function withoutTemplates(error: unknown): { readonly resourceTemplates: readonly [] } {
  if (error instanceof ProtocolError && error.code === NO_METHOD) return { resourceTemplates: [] };
  throw error;
}
