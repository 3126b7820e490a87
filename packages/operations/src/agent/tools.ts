import { z } from "zod";
import { chatAddress, toolEffect } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const scope = z.enum(["always", "dm-only", "group-only", "admin-only"]);
const access = z.enum(["owner", "admin", "member", "anyone"]);
const name = z.string().min(1).max(200);
const toolName = name.describe("The tool's name, such as web_search.");

const tool = z
  .object({
    name: z.string(),
    summary: z.string(),
    effect: toolEffect,
    scope,
    access,
    awaits: z
      .string()
      .nullable()
      .describe("What the tool requires before it can run; null if it can run now."),
    connection: z
      .string()
      .nullable()
      .describe("The channel whose connection the tool uses now; null for none."),
  })
  .meta({ id: "Tool" });

export type ToolView = z.output<typeof tool>;

const override = z.object({
  tool: z.string().optional(),
  category: z.string().optional(),
  where: z.string(),
  isDisabled: z.boolean(),
  scope: scope.nullable().describe("Null if the override does not set it."),
  access: access.nullable().describe("Null if the override does not set it."),
  isAlwaysAsked: z.boolean(),
  says: z.string().describe("The override as a phrase for people."),
  setAt: z.number(),
});

const shownTool = z.object({
  name: z.string(),
  category: z.string(),
  isAvailable: z.boolean(),
  why: z.string().describe("Why you can or cannot use the tool in this chat."),
  overrides: z.array(override),
  summary: z.string().optional(),
  effect: toolEffect.optional(),
  replay: z.string().optional(),
  effectDependsOnArguments: z.boolean().optional(),
  scope: scope.optional(),
  access: access.optional(),
  needs: z.array(z.string()).optional(),
  timeoutMs: z.number().optional(),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("A JSON Schema for the tool's arguments."),
  utterances: z.array(z.string()).optional(),
  isAskedAbout: z.boolean().optional(),
});

export type ShownTool = z.output<typeof shownTool>;

const change = {
  enabled: z.boolean().optional().describe("Turn the tool or category on or off."),
  scope: z
    .enum([...scope.options, "default"])
    .optional()
    .describe("Where the tool or category may be used."),
  access: z
    .enum([...access.options, "default"])
    .optional()
    .describe("Who may use the tool or category."),
  approval: z.enum(["always", "default"]).optional().describe("Whether each call needs approval."),
  chat: chatAddress
    .optional()
    .describe("The chat that the change applies to. Default: everywhere."),
};

const changed = z.object({
  tool: z.string().optional(),
  category: z.string().optional(),
  where: z.string(),
  now: z.string().describe("The new state, as a phrase for people."),
});

const module = z
  .object({
    category: z.string(),
    state: z.enum(["on", "off", "off everywhere"]),
    tools: z.number(),
  })
  .meta({ id: "ToolCategory" });

const toChange = { role: "admin", to: "change tools" } as const;

/** Tools of the agent, and overrides that restrict them. */
export const tools = {
  list: defineOperation({
    name: "tools.list",
    summary: "List all tools. For unavailable tools, the list shows what they require.",
    input: pageQuery,
    output: pageOf(tool),
    effect: "read",
    scope: "read",
    http: "GET /v1/tools",
    cli: { verb: "list", all: true, example: "--limit 200" },
  }),
  show: defineOperation({
    name: "tools.show",
    summary: "Show a tool's details and whether you may use it.",
    input: z.object({ name: toolName }),
    output: shownTool,
    effect: "read",
    scope: "read",
    http: "GET /v1/tools/{name}",
    cli: { verb: "show", words: ["name"], example: "web_fetch" },
  }),
  find: defineOperation({
    name: "tools.find",
    summary: "List the tools that the agent would find for a request, best matches first.",
    input: z.object({
      query: z.string().regex(/\S/).max(1000).trim().describe("What somebody asks for."),
    }),
    output: z.object({ tools: z.array(z.object({ name: z.string(), summary: z.string() })) }),
    effect: "read",
    scope: "read",
    http: "GET /v1/tool-search",
    cli: { verb: "find", words: ["query…"], example: "remind me to call Ann" },
  }),
  try: defineOperation({
    name: "tools.try",
    summary:
      "Call a tool once, without a model. A call that needs approval waits for it. The chat gets the result.",
    input: z.object({
      name: toolName,
      params: z.record(z.string(), z.unknown()).default({}).describe("The tool's arguments."),
    }),
    output: z.object({
      job: z.string().describe("The job that makes the call. Its run has the result."),
    }),
    effect: "change",
    scope: "admin",
    conversation: { is: "The chat in which the tool is called.", or: "own" },
    http: "POST /v1/tools/{name}/calls",
  }),
  set: defineOperation({
    name: "tools.set",
    summary:
      "Turn a tool off, restrict it, or require approval for each call. An override never allows more than the tool declares.",
    input: z.object({ name: toolName, ...change }),
    output: changed,
    effect: "change",
    scope: "admin",
    needs: toChange,
    http: "PUT /v1/tools/{name}/override",
  }),
  categories: defineOperation({
    name: "tools.categories",
    summary: "List the tool categories and show which ones are on.",
    input: pageQuery,
    output: pageOf(module),
    effect: "read",
    scope: "admin",
    needs: toChange,
    conversation: { is: "The chat whose state is shown.", or: "main", onlyLocal: true },
    http: "GET /v1/tool-categories",
    cli: { verb: "modules", all: true, example: "--chat work" },
  }),
  setCategory: defineOperation({
    name: "tools.setCategory",
    summary: "Turn a tool category off, restrict it, or require approval for each call.",
    input: z.object({ name: name.describe("The category, such as web."), ...change }),
    output: changed,
    effect: "change",
    scope: "admin",
    needs: toChange,
    http: "PUT /v1/tool-categories/{name}/override",
  }),
};
