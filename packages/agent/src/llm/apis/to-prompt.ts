import { createHash } from "node:crypto";
import { isRecord } from "../../kernel/text/json.ts";
import type { CachePlan, Message, ModelRequest } from "../model.ts";
import {
  type DeferredToolSearch,
  MESSAGE_SEARCH,
  nameFound,
  readFound,
  SEARCH_TOOL,
} from "./deferred-tools.ts";
import { readReplayMeta, type ReplayPart } from "./replay-meta.ts";
import type { VendorMessage, VendorOptions, VendorOutput } from "./vendor.ts";

/** Capabilities of a model. */
export interface PromptTraits {
  /** `provider/model`: gets back the data that it attached to its own answers. */
  readonly model: string;
  readonly seesImages: boolean;
  readonly imageOptions: VendorOptions | undefined;
  readonly callIdChars: number | undefined;
  /** Whether the sections of the system prompt become one message. */
  readonly joinsSystem: boolean;
  readonly cacheMark: ((plan: CachePlan) => VendorOptions) | undefined;
  /** Undefined if the tools that were found are listed as text. */
  readonly late: DeferredToolSearch | undefined;
}

type AssistantMessage = Extract<Message, { role: "assistant" }>;
type ToolMessage = Extract<Message, { role: "tool" }>;
type AssistantParts = Extract<VendorMessage, { role: "assistant" }>["content"];

/** Maximum number of breakpoints that providers accept. */
const MAX_BREAKPOINTS = 4;

/** Some providers refuse an empty message. */
const SILENCE = "[empty message]";

const UNSEEN = "[An image was here; this model cannot see images.]";

/**
 * Converts a request to the prompt of the provider packages. A request that continues another one
 * repeats its bytes as a prefix.
 */
export function toPrompt(request: ModelRequest, traits: PromptTraits): VendorMessage[] {
  const { cache, messages } = request;
  const breakpoints = cache && findBreakpoints(cache, messages);
  const mark = cache && traits.cacheMark?.(cache);
  const marked = (place: string) =>
    mark && breakpoints?.has(place) ? { providerOptions: mark } : {};

  const sections = traits.joinsSystem
    ? [request.system.filter((section) => section.trim() !== "").join("\n\n")]
    : request.system;
  const system = sections.flatMap((content, section): VendorMessage[] => {
    if (content.trim() === "") return [];
    return [{ role: "system", content: content.toWellFormed(), ...marked(`system ${section}`) }];
  });
  const conversation = groupResults(messages).flatMap(({ message, results, last }) => {
    const rendered = results
      ? [{ role: "tool" as const, content: results.map((result) => toResult(result, traits)) }]
      : [...toMessage(message, traits), ...toSearch(message, { id: `found-${last}`, traits })];
    const end = rendered.at(-1);
    return end ? [...rendered.slice(0, -1), { ...end, ...marked(`message ${last}`) }] : [];
  });
  return [...system, ...conversation];
}

/** `system 0`, `message 3`: after what a breakpoint stands. */
function findBreakpoints(
  { breakpoints }: CachePlan,
  messages: readonly Message[],
): ReadonlySet<string> {
  const newest = messages.length - 1;
  const answered = messages.findLastIndex(({ role }) => role === "assistant") - 1;
  const places = breakpoints.flatMap((breakpoint) => {
    if (breakpoint.after === "system") return [`system ${breakpoint.section}`];
    if (breakpoint.after === "message") return [`message ${breakpoint.index}`];
    return [newest, answered].filter((at) => at >= 0).map((at) => `message ${at}`);
  });
  return new Set([...new Set(places)].slice(0, MAX_BREAKPOINTS));
}

interface Group {
  readonly message: Message;
  /** Tool results of one answer: some providers want them together. */
  readonly results: readonly ToolMessage[] | undefined;
  /** Index of its last message. */
  readonly last: number;
}

function groupResults(messages: readonly Message[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [last, message] of messages.entries()) {
    const before = groups.at(-1);
    if (message.role !== "tool") groups.push({ message, results: undefined, last });
    else if (!before?.results) groups.push({ message, results: [message], last });
    else groups.splice(-1, 1, { message, results: [...before.results, message], last });
  }
  return groups;
}

function toMessage(message: Message, traits: PromptTraits): readonly VendorMessage[] {
  if (message.role === "user") return [toUser(message, traits)];
  if (message.role === "tool") return [{ role: "tool", content: [toResult(message, traits)] }];
  const content = toAssistant(message, traits);
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

/** The tools found for a message follow it, as if the model had searched for them. */
function toSearch(
  message: Message,
  { id, traits }: { readonly id: string; readonly traits: PromptTraits },
): readonly VendorMessage[] {
  const { late } = traits;
  if (message.role !== "user" || !message.found || !late) return [];
  const output = nameFound(message.found, late);
  if (!output) return [];
  const call = { toolCallId: toCallId(id, traits.callIdChars), toolName: SEARCH_TOOL };
  const input = late.wire.search?.(MESSAGE_SEARCH, call.toolCallId) ?? MESSAGE_SEARCH;
  return [
    { role: "assistant", content: [{ type: "tool-call", ...call, input }] },
    { role: "tool", content: [{ type: "tool-result", ...call, output }] },
  ];
}

function toUser(
  { text, images = [] }: Extract<Message, { role: "user" }>,
  { seesImages, imageOptions }: PromptTraits,
): VendorMessage {
  if (!seesImages) {
    const whole = [...images.map(() => UNSEEN), text].join("\n");
    return { role: "user", content: [{ type: "text", text: toSaid(whole) }] };
  }
  const options = imageOptions && { providerOptions: imageOptions };
  const files = images.map(({ mediaType, data }) => {
    return { type: "file", mediaType, data: { type: "data", data }, ...options } as const;
  });
  const isSilent = text.trim() === "" && files.length > 0;
  const words = isSilent ? [] : [{ type: "text", text: toSaid(text) } as const];
  return { role: "user", content: [...files, ...words] };
}

function toAssistant(message: AssistantMessage, traits: PromptTraits): AssistantParts {
  const { text, calls, meta } = message;
  // Providers refuse reasoning without an answer.
  if (text.trim() === "" && calls.length === 0) return [];
  const kept = readReplayMeta(meta, { model: traits.model, text, calls });
  const parts = kept ?? plainParts(message);
  let at = 0;
  return parts.flatMap((part): AssistantParts => {
    const options = part.options && { providerOptions: part.options };
    if (part.type === "reasoning") return [{ type: "reasoning", text: part.text, ...options }];
    if (part.type === "text") {
      const piece = text.slice(at, at + part.length).toWellFormed();
      at += part.length;
      return piece.trim() === "" && !options ? [] : [{ type: "text", text: piece, ...options }];
    }
    const call = calls[part.index];
    if (!call) return [];
    const toolCallId = toCallId(call.id, traits.callIdChars);
    const args = isRecord(call.args) ? wellFormed(call.args) : {};
    const search = call.name === SEARCH_TOOL ? traits.late?.wire.search : undefined;
    const input = search ? search(args, toolCallId) : args;
    return [{ type: "tool-call", toolCallId, toolName: call.name, input, ...options }];
  });
}

function plainParts({ text, calls }: AssistantMessage): readonly ReplayPart[] {
  return [
    { type: "text", length: text.length },
    ...calls.map((_call, index) => ({ type: "call", index }) as const),
  ];
}

function toResult({ call, name, text, isError }: ToolMessage, { callIdChars, late }: PromptTraits) {
  const type = isError ? ("error-text" as const) : ("text" as const);
  const said: VendorOutput = { type, value: text.toWellFormed() };
  const found = late && name === SEARCH_TOOL ? readFound(text, late) : undefined;
  return {
    type: "tool-result" as const,
    toolCallId: toCallId(call, callIdChars),
    toolName: name,
    output: found ?? said,
  };
}

function toSaid(text: string): string {
  return text.trim() === "" ? SILENCE : text.toWellFormed();
}

/** Removes unpaired surrogates, which a cut may leave and providers refuse. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]),
  );
}

/** Letters, digits, `_` and `-` are allowed everywhere; some providers require a certain length. */
function toCallId(id: string, chars: number | undefined): string {
  if (chars === undefined) return id.replaceAll(/[^\w-]/g, "_");
  return createHash("sha256").update(id).digest("hex").slice(0, chars);
}
