/** A request as the provider caches it: blocks in order, some of which end a cached prefix. */
interface Block {
  readonly bytes: string;
  readonly tokens: number;
  readonly isBreakpoint: boolean;
}

export interface PromptFigures {
  readonly input_tokens: number;
  /**
   * Average share of the first request of each turn, except the first turn, that is identical to the request
   * before.
   */
  readonly identical_prefix_share_first: number;
  /** The same over all requests but the very first. */
  readonly identical_prefix_share_all: number;
  /** Smallest share of a request that the next one repeats. */
  readonly kept_share_min: number;
  /** Tokens weighted as billed: written into the cache 1.25, read from it 0.1, neither 1. */
  readonly cost_equivalents: number;
}

/**
 * How a provider caches. `explicit`: a prefix is read from the cache if an earlier request ended a
 * breakpoint exactly there, and writing it is billed. `implicit`: what a request shares with an
 * earlier one is read from the cache, and writing is free.
 */
export type Caching = "explicit" | "implicit";

export type WireBody = Readonly<Record<string, unknown>>;

const WRITE = 1.25;
const READ = 0.1;

/** Computes the cost of a chat under prompt caching. */
export function measurePrompts(
  bodies: readonly WireBody[],
  isFirstOfTurn: readonly boolean[],
  caching: Caching,
): PromptFigures {
  const cached = new Set<string>();
  let before: readonly Block[] = [];
  let input = 0;
  let cost = 0;
  const shares: { share: number; isFirst: boolean }[] = [];
  const kept: number[] = [];
  const isEnd = ({ isBreakpoint }: Block) => caching === "implicit" || isBreakpoint;
  const write = caching === "implicit" ? 1 : WRITE;

  for (const [index, body] of bodies.entries()) {
    const blocks = toBlocks(body);
    const total = sum(blocks);
    const hit = lastIndexWhere(blocks, (at) => cached.has(prefixKey(blocks, at)));
    const last = blocks.findLastIndex(isEnd);
    const read = sum(blocks.slice(0, hit + 1));
    const written = sum(blocks.slice(hit + 1, Math.max(last, hit) + 1));
    cost += read * READ + written * write + (total - read - written);
    input += total;
    for (const [at, block] of blocks.entries()) if (isEnd(block)) cached.add(prefixKey(blocks, at));
    if (index > 0) {
      const shared = sharedTokens(before, blocks);
      shares.push({ share: shared / total, isFirst: isFirstOfTurn[index] ?? false });
      kept.push(shared / sum(before));
    }
    before = blocks;
  }

  return {
    input_tokens: input,
    identical_prefix_share_first: mean(shares.filter(({ isFirst }) => isFirst)),
    identical_prefix_share_all: mean(shares),
    kept_share_min: Math.min(1, ...kept),
    cost_equivalents: cost,
  };
}

/** Deferred tools are no part of the prompt; what refers to one is replaced by its definition. */
function toBlocks({ tools, system, messages }: WireBody): readonly Block[] {
  const definitions = new Map(listOf(tools).filter(isDeferred).map(toDefinition));
  const ofMessages = listOf(messages).flatMap((message) => {
    const { content, ...others } = message;
    // Text, and calls beside it: one block in chat completions.
    if (!Array.isArray(content)) return [message];
    return listOf(content).map((part): Record<string, unknown> => {
      const inner = listOf(part["content"]);
      const defined = inner.map((one) => definitions.get(one["tool_name"]) ?? one);
      return { ...others, ...part, ...(inner.length > 0 && { content: defined }) };
    });
  });
  const listed = listOf(tools).filter((tool) => !isDeferred(tool));
  return [...listed, ...listOf(system), ...ofMessages].map(
    ({ cache_control: breakpoint, ...block }) => {
      const bytes = JSON.stringify(block);
      return { bytes, tokens: bytes.length / 4, isBreakpoint: breakpoint !== undefined };
    },
  );
}

function toDefinition({ defer_loading: _deferred, ...tool }: Readonly<Record<string, unknown>>) {
  return [tool["name"], tool] as const;
}

function isDeferred(tool: Readonly<Record<string, unknown>>): boolean {
  return tool["defer_loading"] === true;
}

function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

function prefixKey(blocks: readonly Block[], at: number): string {
  return blocks
    .slice(0, at + 1)
    .map(({ bytes }) => bytes)
    .join("\n");
}

function lastIndexWhere(blocks: readonly Block[], holds: (at: number) => boolean): number {
  for (let at = blocks.length - 1; at >= 0; at--) if (holds(at)) return at;
  return -1;
}

function sharedTokens(one: readonly Block[], other: readonly Block[]): number {
  const end = other.findIndex(({ bytes }, at) => one[at]?.bytes !== bytes);
  return sum(end === -1 ? other : other.slice(0, end));
}

function sum(blocks: readonly Block[]): number {
  return blocks.reduce((total, { tokens }) => total + tokens, 0);
}

function mean(shares: readonly { readonly share: number }[]): number {
  return shares.reduce((total, { share }) => total + share, 0) / Math.max(shares.length, 1);
}
