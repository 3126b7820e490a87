import {
  acceptedContent,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { fixtureTools, PNG, stateCodec } from "./fixture-tools.ts";

const JSON_SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const RESOURCES = [
  { uri: "test://static-text", name: "text", description: "A text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "image", description: "A PNG.", mimeType: "image/png" },
];

const PROMPTS = [
  { name: "test_simple_prompt" },
  {
    name: "test_prompt_with_arguments",
    arguments: ["arg1", "arg2"].map((name) => ({ name, required: true })),
  },
  {
    name: "test_prompt_with_embedded_resource",
    arguments: [{ name: "resourceUri", required: true }],
  },
  { name: "test_prompt_with_image" },
  { name: "test_input_required_result_prompt" },
];

/** Creates the server whose tools, resources and prompts the conformance suite uses by name. */
export function createFixtureServer(): Server {
  const server = new Server(
    { name: "fixtures", version: "1" },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { subscribe: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: (state, ctx) => stateCodec.verify(state, ctx) },
    },
  );
  server.setRequestHandler("tools/list", async () => ({
    tools: Object.keys(fixtureTools).map((name) => ({
      name,
      description: `Fixture ${name}.`,
      inputSchema:
        name === "json_schema_2020_12_tool" ? JSON_SCHEMA_2020_12 : { type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const run = fixtureTools[params.name];
    if (run) return run({ ctx, args: params.arguments ?? {} });
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
  });
  addResources(server);
  addPrompts(server);
  server.setRequestHandler("completion/complete", async () => ({ completion: { values: [] } }));
  return server;
}

function addResources(server: Server): void {
  server.setRequestHandler("resources/list", async () => ({ resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "data" }],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => ({
    contents: [readResource(uri)],
  }));
  server.setRequestHandler("resources/subscribe", async () => ({}));
  server.setRequestHandler("resources/unsubscribe", async () => ({}));
}

function readResource(uri: string) {
  if (uri === "test://static-text")
    return {
      uri,
      mimeType: "text/plain",
      text: "This is the content of the static text resource.",
    };
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource: ${uri}`, { uri });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: "application/json", text: JSON.stringify(data) };
}

function say(text: string) {
  return { role: "user" as const, content: { type: "text" as const, text } };
}

function addPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: PROMPTS.map((prompt) => ({ ...prompt, description: `Fixture ${prompt.name}.` })),
  }));
  server.setRequestHandler(
    "prompts/get",
    async ({ params: { name, arguments: args = {} } }, ctx) => {
      switch (name) {
        case "test_simple_prompt":
          return { messages: [say("This is a simple prompt for testing.")] };
        case "test_prompt_with_arguments":
          return {
            messages: [
              say(`Prompt with arguments: arg1='${args["arg1"]}', arg2='${args["arg2"]}'`),
            ],
          };
        case "test_prompt_with_embedded_resource": {
          const resource = {
            uri: String(args["resourceUri"]),
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          };
          return {
            messages: [
              { role: "user", content: { type: "resource", resource } },
              say("Please process the embedded resource above."),
            ],
          };
        }
        case "test_prompt_with_image":
          return {
            messages: [
              { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
              say("Please analyze the image above."),
            ],
          };
        case "test_input_required_result_prompt": {
          const context = acceptedContent(ctx.mcpReq.inputResponses, "user_context")?.["context"];
          if (typeof context === "string") return { messages: [say(context)] };
          return inputRequired({
            inputRequests: {
              user_context: inputRequired.elicit({
                message: "What context should the prompt use?",
                requestedSchema: {
                  type: "object",
                  properties: { context: { type: "string" } },
                  required: ["context"],
                },
              }),
            },
          });
        }
        default:
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
      }
    },
  );
}
