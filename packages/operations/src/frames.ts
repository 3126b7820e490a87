import { z } from "zod";
import { TOKEN_SCOPES } from "./access.ts";
import { grantTerms, VERDICTS } from "./work/approvals.ts";

/**
 * Rises when a frame changes its meaning. Both sides refuse any other version in the hello. To ask
 * for `agent.end` takes no hello, so that a newer program can stop an older agent: the `ask` frame
 * keeps its shape.
 */
export const FRAMES_VERSION = 2;

const id = z.string().min(1).max(100);

/** The chat, where it is not the one of the hello: a connection may use several. */
const chat = z.string().min(1).max(100).optional();

/**
 * A frame from a client: one JSON object per line on the socket, one per message on WebSocket.
 * The reply or fault repeats its `id`.
 */
export const clientFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    id,
    version: z.number(),
    /** The chat to talk in. */
    chat: z.string().min(1).max(100),
    /** An API token, over WebSocket without a header or cookie. */
    token: z.string().max(500).optional(),
  }),
  z.object({
    type: z.literal("deliver"),
    id,
    chat,
    /** Chosen by the client; the same message sent twice is accepted once. */
    message: z.string().min(1).max(100),
    /** Empty only for images without words. */
    text: z.string(),
    /** PNG, JPEG, GIF or WebP in base64: at most 4, of at most 5 MB each. */
    images: z.array(z.string()).readonly().optional(),
  }),
  z.object({
    type: z.literal("decide"),
    id,
    chat,
    approval: z.string(),
    verdict: z.enum(VERDICTS),
    /** Why it is denied, what to answer, or what to change. */
    reason: z.string().optional(),
    /** Arguments to run with instead of the ones shown. */
    args: z.unknown().optional(),
    /** Grant the tool in this chat from now on, within these terms if there are any. */
    always: z.union([z.boolean(), grantTerms]).optional(),
  }),
  z.object({ type: z.literal("stop"), id, chat }),
  z.object({
    type: z.literal("ask"),
    id,
    chat,
    /** The operation's name: `notes.create`. */
    operation: z.string().regex(/^\w[\w-]*\.\w[\w-]*$/),
    input: z.unknown(),
    /** The same for each repeat of one request. */
    key: z.string().min(1).max(255).optional(),
  }),
  /** Stored events after `since`, then everything as it happens. Once per chat. */
  z.object({ type: z.literal("subscribe"), id, chat, since: z.number().int().min(0) }),
  /** Opens a connection of the Model Context Protocol, with these scopes. Once per socket. */
  z.object({ type: z.literal("mcp-open"), id, scopes: z.array(z.enum(TOKEN_SCOPES)).readonly() }),
  /** A JSON-RPC message of the MCP client. */
  z.object({ type: z.literal("mcp"), id, message: z.unknown() }),
  /** Ends a subscription. */
  z.object({ type: z.literal("unsubscribe"), id, chat }),
]);

export type ClientFrame = z.output<typeof clientFrame>;

const helloFrame = z.object({
  type: z.literal("hello"),
  id: z.string(),
  version: z.number(),
  /** Version of Reeve. */
  agent: z.string(),
  /** The model that answers, by its display name. */
  model: z.string(),
  /** The number of the chat's last stored event: subscribe since here to receive only new ones. */
  seq: z.number(),
});

/** Description of an agent, sent when a client opens a chat. */
export type HelloFrame = z.output<typeof helloFrame>;

const faultFrame = z.object({
  type: z.literal("fault"),
  /** Absent when the frame could not be read. */
  id: z.string().optional(),
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
});

export type FaultFrame = z.output<typeof faultFrame>;

/** The envelope of a frame from the agent. Events stay unchecked: the same version of the code wrote them. */
export const serverFrame = z.discriminatedUnion("type", [
  helloFrame,
  /** `chat` is the subscription's; absent for the chat of the hello. */
  z.object({ type: z.literal("event"), chat: z.string().optional(), event: z.unknown() }),
  /** A JSON-RPC message for the MCP client. */
  z.object({ type: z.literal("mcp"), message: z.unknown() }),
  z.object({ type: z.literal("reply"), id: z.string(), value: z.unknown() }),
  faultFrame,
]);

export type ServerFrame = z.output<typeof serverFrame>;
