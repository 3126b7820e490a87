import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/** The context of a call, and its arguments. */
export interface FixtureCall {
  readonly ctx: ServerContext;
  readonly args: Readonly<Record<string, unknown>>;
}

type Run = (call: FixtureCall) => Promise<CallToolResult | InputRequiredResult>;

/** A PNG of one red pixel, in base64. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** A WAV without samples, in base64. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

/** Signs the state that clients send back. */
export const stateCodec = createRequestStateCodec<{ readonly round: number }>({
  key: new Uint8Array(32).fill(7),
});

const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });

const askFor = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: "object",
      properties: { [field]: { type: "string" } },
      required: [field],
    },
  });

const askModel = (prompt: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: prompt } }],
    maxTokens,
  });

/** Returns what the client answered under a key, as text; undefined if it answered nothing. */
function answerOf({ ctx }: FixtureCall, key: string): string | undefined {
  const view = inputResponse(ctx.mcpReq.inputResponses, key);
  return view.kind === "missing" ? undefined : JSON.stringify(view);
}

/** Asks for one input, and returns what the client answered. */
function asking(key: string, request: (call: FixtureCall) => ReturnType<typeof askFor>): Run {
  return async (call) => {
    const answer = answerOf(call, key);
    if (answer !== undefined) return text(`Elicitation completed: ${answer}`);
    return inputRequired({ inputRequests: { [key]: request(call) } });
  };
}

const ENUMS = ["option1", "option2", "option3"];
const TITLED = ["value1", "value2", "value3"].map((one) => ({ const: one, title: `Title ${one}` }));

const elicitForm = (properties: ElicitRequestFormParams["requestedSchema"]["properties"]) => () =>
  inputRequired.elicit({
    message: "Please answer",
    requestedSchema: { type: "object", properties },
  });

/** The tools that the suite calls by name, with the behavior that it describes. */
export const fixtureTools: Readonly<Record<string, Run>> = {
  test_simple_text: async () => text("This is a simple text response for testing."),
  test_image_content: async () => ({
    content: [{ type: "image", data: PNG, mimeType: "image/png" }],
  }),
  test_audio_content: async () => ({
    content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
  }),
  test_embedded_resource: async () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  }),
  test_multiple_content_types: async () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: PNG, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_tool_with_logging: async ({ ctx }) => {
    for (const line of ["execution started", "processing data", "execution completed"])
      await ctx.mcpReq.log("info", `Tool ${line}`);
    return text("Logged.");
  },
  test_logging_tool: async ({ ctx }) => {
    await ctx.mcpReq.log("info", "Logged only if the request wants it");
    return text("Done.");
  },
  test_streaming_elicitation: async () =>
    inputRequired({ inputRequests: { user_name: askFor("What is your name?", "name") } }),
  test_error_handling: async () => ({
    isError: true,
    ...text("This tool intentionally returns an error for testing"),
  }),
  test_tool_with_progress: async ({ ctx }) => {
    const { _meta: meta } = ctx.mcpReq;
    const progressToken = meta?.progressToken;
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await ctx.mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
    return text("Done.");
  },
  test_sampling: async (call) => {
    const view = inputResponse(call.ctx.mcpReq.inputResponses, "prompt");
    if (view.kind === "missing")
      return inputRequired({
        inputRequests: { prompt: askModel(String(call.args["prompt"]), 100) },
      });
    return text(`LLM response: ${JSON.stringify(view)}`);
  },
  test_elicitation: asking("user", ({ args }) =>
    inputRequired.elicit({
      message: String(args["message"]),
      requestedSchema: {
        type: "object",
        properties: {
          username: { type: "string", description: "User's response" },
          email: { type: "string", description: "User's email address" },
        },
        required: ["username", "email"],
      },
    }),
  ),
  test_elicitation_sep1034_defaults: asking(
    "form",
    elicitForm({
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  ),
  test_elicitation_sep1330_enums: asking(
    "form",
    elicitForm({
      untitledSingle: { type: "string", enum: ENUMS },
      titledSingle: { type: "string", oneOf: TITLED },
      legacyEnum: { type: "string", enum: ENUMS, enumNames: ["One", "Two", "Three"] },
      untitledMulti: { type: "array", items: { type: "string", enum: ENUMS } },
      titledMulti: { type: "array", items: { anyOf: TITLED } },
    }),
  ),
  json_schema_2020_12_tool: async () => text("Done."),
  test_missing_capability: async () => inputRequired({ inputRequests: { a: askModel("a", 10) } }),
  test_input_required_result_elicitation: async ({ ctx }) => {
    const name = acceptedContent(ctx.mcpReq.inputResponses, "user_name")?.["name"];
    if (typeof name === "string") return text(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: askFor("What is your name?", "name") } });
  },
  test_input_required_result_sampling: asking("capital_question", () =>
    askModel("What is the capital of France?", 100),
  ),
  test_input_required_result_list_roots: asking("client_roots", () => inputRequired.listRoots()),
  test_input_required_result_request_state: async (call) => {
    if (answerOf(call, "confirm") !== undefined && stateOf(call)) return text("state-ok");
    return inputRequired({
      inputRequests: { confirm: askFor("Please confirm", "ok") },
      requestState: await stateCodec.mint({ round: 1 }),
    });
  },
  test_input_required_result_tampered_state: async (call) => {
    if (stateOf(call)) return text("state-ok");
    return inputRequired({
      inputRequests: { confirm: askFor("Please confirm", "ok") },
      requestState: await stateCodec.mint({ round: 1 }),
    });
  },
  test_input_required_result_multiple_inputs: async (call) => {
    const keys = ["user_name", "greeting", "client_roots"];
    if (keys.every((key) => answerOf(call, key) !== undefined) && stateOf(call))
      return text("Done.");
    return inputRequired({
      inputRequests: {
        user_name: askFor("What is your name?", "name"),
        greeting: askModel("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await stateCodec.mint({ round: 1 }),
    });
  },
  test_input_required_result_multi_round: async (call) => {
    const round = stateOf(call)?.round ?? 0;
    if (round === 2) return text("Both rounds are complete.");
    const question =
      round === 0 ? "Step 1: What is your name?" : "Step 2: What is your favorite color?";
    const [key, field] = round === 0 ? ["step1", "name"] : ["step2", "color"];
    return inputRequired({
      inputRequests: { [key]: askFor(question, field) },
      requestState: await stateCodec.mint({ round: round + 1 }),
    });
  },
  test_input_required_result_capabilities: async ({ ctx }) => {
    const capabilities = declared.parse(ctx.mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
    return inputRequired({
      inputRequests: {
        ...(capabilities.sampling && { greeting: askModel("Generate a greeting", 50) }),
        ...(capabilities.elicitation && { user_name: askFor("What is your name?", "name") }),
      },
      requestState: await stateCodec.mint({ round: 1 }),
    });
  },
};

/** The part of a request's envelope that names the client's capabilities. */
const declared = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    sampling: z.object({}).optional(),
    elicitation: z.object({}).optional(),
  }),
});

function stateOf({ ctx }: FixtureCall) {
  return ctx.mcpReq.requestState<{ readonly round: number }>();
}
