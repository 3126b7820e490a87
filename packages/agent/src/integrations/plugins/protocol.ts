import { EFFECTS, FAULT_CODES, type HookName, HOOKS } from "@reeve/sdk";
import { z } from "zod";
import { invoiceFields } from "./payments.ts";
import { buttonRows, callbackPrefixes, expirySeconds } from "./buttons.ts";

/**
 * Lines of JSON between the agent and the process of a plugin. Nothing that the plugin says is trusted: each
 * line is checked, and a plugin that breaks the rules is ended.
 */

/** Longest line in bytes, in both directions. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

const MAX_TOOLS = 50;

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

const toolDescription = z.object({
  name,
  summary: z.string().min(1).max(1000),
  effect: z.enum(EFFECTS),
  scope: z.enum(["always", "dm-only", "group-only", "admin-only"]),
  access: z.enum(["owner", "admin", "member", "anyone"]),
  replay: z.enum(["rerun", "same-key", "unknown"]).optional(),
  timeoutMs: z.int().min(100).max(600_000).optional(),
  utterances: z.array(z.string().max(200)).max(20),
  schema: z.record(z.string(), z.unknown()),
});

/** Content of a plugin, as its process describes it. */
export const pluginDescription = z.object({
  tools: z.array(toolDescription).max(MAX_TOOLS),
  schedules: z.array(z.object({ name, everySeconds: z.number().min(10).max(31_536_000) })).max(20),
  hooks: z
    .array(z.object({ name: z.enum(HOOKS), priority: z.number().min(-1000).max(1000) }))
    .max(HOOKS.length)
    .default([]),
  /** Beginnings of the data whose presses it handles. */
  callbacks: callbackPrefixes.default([]),
  /** It handles payments. */
  hasPayments: z.boolean().default(false),
  /** It has work of its own, so its process runs all the time. */
  hasStart: z.boolean(),
});

export type PluginDescription = z.output<typeof pluginDescription>;
export type ToolDescription = z.output<typeof toolDescription>;

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const fault = z.object({
  code: z.enum(FAULT_CODES),
  message: z.string().max(2000),
  hint: z.string().max(1000).optional(),
});

/** Fault on its way between two processes. */
export type SentFault = z.output<typeof fault>;

/** Request of a plugin to the agent. */
const question = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("fetch"),
    url: z.string().max(8000),
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    headers: z.record(z.string().max(200), z.string().max(8000)),
    body: z.string().max(1_000_000).optional(),
  }),
  z.object({
    kind: z.literal("send"),
    chat: z.string().max(200),
    text: z.string().min(1).max(16_000),
    key: z.string().min(1).max(200),
    buttons: buttonRows.optional(),
    expiresInSeconds: expirySeconds.optional(),
  }),
  z.object({
    kind: z.literal("invoice"),
    chat: z.string().max(200),
    key: z.string().min(1).max(200),
    ...invoiceFields,
  }),
  z.object({ kind: z.literal("refund"), payment: z.string().max(300) }),
]);

export type Question = z.output<typeof question>;

/** Line that a plugin writes. */
export const fromPlugin = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), description: pluginDescription }),
  z.object({ type: z.literal("done"), id, value: z.unknown().optional() }),
  z.object({ type: z.literal("failed"), id: id.optional(), fault }),
  z.object({
    type: z.literal("ask"),
    id,
    /** Run in which it asks. */
    run: id.optional(),
    question,
  }),
  z.object({
    type: z.literal("log"),
    level: z.enum(["debug", "info", "warn", "error"]),
    text: z.string().max(2000),
  }),
]);

export type FromPlugin = z.output<typeof fromPlugin>;

/** Work that a plugin's process does. */
export type Work =
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly args: unknown;
      readonly callId: string;
      readonly chat: string;
      readonly person: string;
    }
  | {
      readonly kind: "press";
      /** Id of the press. */
      readonly name: string;
      readonly data: string;
      readonly key: string;
      readonly chat: string;
      readonly person: string;
    }
  | {
      readonly kind: "payment";
      /** Id of the payment. */
      readonly name: string;
      /** Decimal digits. */
      readonly stars: string;
      readonly payload: string;
      readonly key: string;
      readonly chat: string;
      readonly person: string;
    }
  | { readonly kind: "schedule"; readonly name: string }
  | {
      readonly kind: "hook";
      readonly name: HookName;
      readonly event: Readonly<Record<string, unknown>>;
    };

/** Line that the agent writes. */
export type ToPlugin =
  | {
      readonly type: "open";
      readonly config: unknown;
      readonly secrets: Readonly<Record<string, string>>;
      /** Whether it is only described: nothing of it starts. */
      readonly isDescribed: boolean;
    }
  | { readonly type: "run"; readonly id: number; readonly work: Work }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "refusal"; readonly id: number; readonly fault: SentFault }
  | { readonly type: "stop" };
