import { z } from "zod";
import { chatAddress } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";
import { messageState, stopped } from "./turns.ts";

const session = z
  .object({
    id: z.string(),
    surface: z.string(),
    chat: z.string(),
    generation: z.number().describe("A number that increases with each session in the chat."),
    startedAt: z.number(),
    endedAt: z.number().nullable().describe("Null while the session is active."),
    reason: z.string().nullable().describe("Why the session ended."),
    turns: z.number(),
    messages: z.number(),
    inputTokens: z.number(),
    cachedTokens: z.number(),
    outputTokens: z.number(),
  })
  .meta({ id: "Session" });

export type SessionView = z.output<typeof session>;

const chatView = z
  .object({
    id: z
      .string()
      .nullable()
      .describe("The chat's name or session, by which other operations refer to it."),
    surface: z.string(),
    channel: z.string().describe("The channel's display name."),
    chat: z.string(),
    kind: z.enum(["direct", "group", "channel"]),
    text: z.string().describe("How the newest message begins."),
    at: z.number(),
    direction: z.enum(["in", "out"]),
  })
  .meta({ id: "Chat" });

export type ChatView = z.output<typeof chatView>;

const message = z
  .object({
    order: z.number().describe("A number that increases with each message."),
    messageId: z.string(),
    edit: z.number(),
    direction: z.enum(["in", "out"]),
    author: z.string(),
    name: z.string().nullable().describe("The author's name; null for the agent."),
    text: z.string(),
    at: z.number(),
    turn: z.string().nullable(),
    state: messageState.nullable().describe("Only set for incoming messages."),
    reason: z.string().nullable(),
    files: z
      .array(z.object({ name: z.string(), mediaType: z.string() }))
      .describe("The files that the agent sent with it."),
  })
  .meta({ id: "HistoryMessage" });

export type HistoryMessage = z.output<typeof message>;

const settings = z.object({
  mode: z.enum(["steer", "queue", "interrupt"]),
  maxSteps: z.int(),
  policy: z
    .enum(["open", "allowlist", "admin-only", "disabled"])
    .describe(
      "Who is answered: everyone who is known (`open`, `allowlist`), the owner and admins, or nobody.",
    ),
  verbose: z
    .enum(["on", "off"])
    .describe("Whether tool calls are shown while they run, on channels that show replies early."),
});
const command = z.object({ name: z.string(), usage: z.string(), summary: z.string() });

export type ChatCommandView = z.output<typeof command>;

const imported = z.object({ imported: z.int(), known: z.int() });
const history = {
  at: z.int().min(0).describe("When the newest message was sent, in Unix milliseconds."),
  messages: z
    .array(
      z.object({
        id: z
          .string()
          .min(1)
          .max(200)
          .describe("A stable id. Importing the same id again has no effect."),
        turn: z.string().max(200).describe("The turn's id in the original chat."),
        direction: z.enum(["in", "out"]),
        text: z.string().min(1),
      }),
    )
    .max(1000)
    .describe("The messages, oldest first."),
};

/** Chats are named by the path field {id}, which takes a session's id, too. */
const chat = { is: "The chat to read or change.", or: "own", as: "id" } as const;

/** Sessions, and the chats they belong to. */
export const sessions = {
  list: defineOperation({
    name: "sessions.list",
    summary: "List sessions from all chats, newest first.",
    input: pageQuery,
    output: pageOf(session),
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "list all sessions" },
    http: "GET /v1/sessions",
    cli: { verb: "list", example: "--limit 20" },
  }),
  show: defineOperation({
    name: "sessions.show",
    summary: "Show one session.",
    input: z.object({
      id: z
        .string()
        .min(1)
        .max(200)
        .describe("The session's id, as shown in the list of sessions."),
    }),
    output: session,
    effect: "read",
    scope: "read",
    http: "GET /v1/sessions/{id}",
    cli: { verb: "show", words: ["id"], example: "s1" },
  }),
  chats: defineOperation({
    name: "sessions.chats",
    summary: "List the chats you can read, with their newest messages, most recent first.",
    input: pageQuery,
    output: pageOf(chatView),
    effect: "read",
    scope: "read",
    http: "GET /v1/chats",
    cli: { verb: "chats", example: "--limit 20" },
  }),
  messages: defineOperation({
    name: "sessions.messages",
    summary: "List a chat's messages from all sessions, newest first.",
    input: pageQuery.extend({
      search: z.string().min(1).max(200).optional().describe("Only messages with this text."),
    }),
    output: pageOf(message),
    effect: "read",
    scope: "read",
    conversation: chat,
    http: "GET /v1/sessions/{id}/messages",
    cli: { verb: "messages", example: "--chat work --limit 20" },
  }),
  import: defineOperation({
    name: "sessions.import",
    summary:
      "Import messages from an earlier chat. Messages that were already imported are not " +
      "changed.",
    input: z.object(history),
    output: imported,
    effect: "change",
    scope: "admin",
    needs: { role: "owner", to: "import messages" },
    conversation: chat,
    http: "POST /v1/sessions/{id}/messages",
  }),
  importInto: defineOperation({
    name: "sessions.importInto",
    summary: "Import messages from an earlier chat into a chat on any channel.",
    input: z.object({ place: chatAddress, ...history }),
    output: imported,
    effect: "change",
    scope: "admin",
    needs: { role: "owner", to: "import messages" },
  }),
  new: defineOperation({
    name: "sessions.new",
    summary: "Start a new session in a chat. The old session is summarized.",
    input: z.object({}),
    output: z.object({
      session: z.string().nullable().describe("Null if the chat has no messages yet."),
    }),
    effect: "change",
    scope: "chat",
    conversation: chat,
    http: "POST /v1/sessions/{id}/new",
    cli: { verb: "new", example: "--chat work" },
  }),
  stop: defineOperation({
    name: "sessions.stop",
    summary: "Stop the running turn in a chat and withdraw its queued messages.",
    input: z.object({}),
    output: stopped,
    effect: "change",
    scope: "chat",
    conversation: chat,
    http: "POST /v1/sessions/{id}/stop",
    cli: { verb: "stop", example: "--chat work" },
  }),
  settings: defineOperation({
    name: "sessions.settings",
    summary: "Show a chat's settings: message mode, step limit, access policy, and tool calls.",
    input: z.object({}),
    output: settings,
    effect: "read",
    scope: "read",
    conversation: chat,
    http: "GET /v1/sessions/{id}/settings",
    cli: { verb: "settings", example: "--chat work" },
  }),
  configure: defineOperation({
    name: "sessions.configure",
    summary: "Change a chat's settings. Omitted settings keep their values.",
    input: z.object({
      mode: settings.shape.mode
        .optional()
        .describe("What happens to a message that arrives during a turn."),
      maxSteps: z
        .int()
        .min(1)
        .max(50)
        .optional()
        .describe("The maximum number of steps in a turn."),
      policy: z
        .enum([...settings.shape.policy.options, "default"])
        .optional()
        .describe(
          "Who is answered in this chat. `default`: as the channel's settings say. Only the owner and admins can set it.",
        ),
      verbose: settings.shape.verbose
        .optional()
        .describe("Whether tool calls are shown while they run."),
    }),
    output: settings,
    effect: "change",
    scope: "chat",
    conversation: chat,
    http: "PATCH /v1/sessions/{id}/settings",
    cli: { verb: "set", example: "--mode queue --max-steps 5" },
  }),
  commands: defineOperation({
    name: "sessions.commands",
    summary: "List the chat commands you may use in a chat.",
    input: pageQuery,
    output: pageOf(command),
    effect: "read",
    scope: "read",
    conversation: chat,
    http: "GET /v1/sessions/{id}/commands",
    cli: { verb: "commands", all: true, example: "--chat work" },
  }),
};
