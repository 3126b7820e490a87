import type { AnthropicProvider } from "@ai-sdk/anthropic";

/** Interface of the AI SDK's provider packages. */
export type VendorModel = ReturnType<AnthropicProvider["languageModel"]>;

export type VendorCall = Parameters<VendorModel["doStream"]>[0];

type VendorStream = Awaited<ReturnType<VendorModel["doStream"]>>["stream"];

export type VendorPart = VendorStream extends ReadableStream<infer Part> ? Part : never;

export type VendorFinish = Extract<VendorPart, { type: "finish" }>;

export type VendorUsage = VendorFinish["usage"];

/** Options for one vendor, by its name. */
export type VendorOptions = NonNullable<VendorCall["providerOptions"]>;

export type VendorMessage = VendorCall["prompt"][number];

export type VendorTools = NonNullable<VendorCall["tools"]>;

export type VendorTool = Extract<VendorTools[number], { type: "function" }>;

type VendorResults = Extract<VendorMessage, { role: "tool" }>["content"][number];

export type VendorOutput = Extract<VendorResults, { type: "tool-result" }>["output"];

export type VendorJson = Extract<VendorOutput, { type: "json" }>["value"];
