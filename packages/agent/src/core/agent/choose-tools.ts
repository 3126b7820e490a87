import type { ToolSearchConfig } from "../../tools/config.ts";
import type { SearchOptions, ToolHit } from "../../tools/tool-index.ts";
import type { ToolDescription } from "../../tools/toolbox.ts";

/** The tools that fit a message, the best first; possibly others than those on offer, which are passed over. */
export type FindTools = (
  text: string,
  options: SearchOptions & { readonly signal: AbortSignal },
) => Promise<readonly ToolHit[]>;

export interface ChooseToolsOptions {
  readonly config: ToolSearchConfig;
  readonly search: FindTools;
  /** The most tools that the provider takes in one request. Absent: as many as one likes. */
  readonly maxTools?: number | undefined;
}

/** Tools that the model is offered, and when. */
export interface ToolChoice {
  /** The session's tool array: the same tools give the same array, in whatever order they were registered. */
  readonly frozen: readonly ToolDescription[];
  /** Tools that the session knows from its system prompt, in one order. */
  readonly listed: readonly ToolDescription[];
  /** Tools that should stand in the array and do not; the owner should hear of it. */
  readonly warning?: TooManyTools | undefined;
  /**
   * Tools to describe beside a message: the best for it that the session does not know, without
   * those in `delivered`, the names that this session was told before.
   */
  readonly shortlist: (
    text: string,
    options: { readonly delivered: ReadonlySet<string>; readonly signal: AbortSignal },
  ) => Promise<Shortlist>;
}

export interface Shortlist {
  /** The best first. */
  readonly tools: readonly ToolDescription[];
  /** One of them that is almost certainly wanted. */
  readonly obvious: ToolDescription | undefined;
}

export interface TooManyTools {
  /** The provider's limit. */
  readonly limit: number;
  /** Names, the most useful first. They can still be found and called through `tool_call`. */
  readonly leftOut: readonly string[];
}

/**
 * Divides the tools on offer into the few that stand in the array, those that the system prompt
 * lists, and those that are found for a message. With `enabled: false` all stand in the array, as
 * far as the provider takes so many; the less useful are left out then.
 */
export function chooseTools(
  offer: readonly ToolDescription[],
  { config, search, maxTools = Infinity }: ChooseToolsOptions,
): ToolChoice {
  const fixed = [...CORE, ...LISTED, ...config.alwaysInclude];
  const patterns = [...fixed, ...CATEGORIES.map((category) => `${category}_*`)].map(toPattern);
  const ranked = offer
    .map((tool) => ({ tool, rank: rankOf(tool.name, patterns) }))
    .toSorted((one, other) => one.rank - other.rank || (one.tool.name < other.tool.name ? -1 : 1));
  const wanted = ranked
    .filter(({ rank }) => !config.enabled || rank < CORE.length)
    .map(({ tool }) => tool);
  const listed = ranked
    .filter(({ rank }) => config.enabled && rank >= CORE.length && rank < fixed.length)
    .map(({ tool }) => tool);

  const frozen = wanted.slice(0, maxTools);
  const leftOut = wanted.slice(maxTools).map(({ name }) => name);
  const known = new Set([...frozen, ...listed]);
  const others = new Map(offer.filter((tool) => !known.has(tool)).map((tool) => [tool.name, tool]));
  return {
    frozen,
    listed,
    warning: leftOut.length > 0 ? { limit: maxTools, leftOut } : undefined,

    shortlist: async (text, { delivered, signal }) => {
      const isKnown = (name: string) => delivered.has(name);
      const hasNone = delivered.size >= others.size && [...others.keys()].every(isKnown);
      if (!config.enabled || hasNone) return { tools: [], obvious: undefined };
      const { topK, minScore } = config;
      const hits = await search(text, { limit: Infinity, minScore, signal });
      const least = MIN_SHARE * (hits[0]?.score ?? 0);
      const fitting = hits.filter(({ name, score }) => score >= least && others.has(name));
      const tools = fitting
        .slice(0, topK)
        .flatMap(({ name }) => others.get(name) ?? [])
        .filter(({ name }) => !isKnown(name));
      return { tools, obvious: tools.find(({ name }) => name === obviousOf(fitting)) };
    },
  };
}

/** A tool that fits a message much less than the best one is not described for it. */
const MIN_SHARE = 0.65;

/** Among labeled messages, 96 percent of the tools that fit so well, and so much better, were right. */
const OBVIOUS = { minScore: 0.35, maxNext: 0.85 } as const;

function obviousOf([best, next]: readonly ToolHit[]): string | undefined {
  if (!best || best.score < OBVIOUS.minScore) return undefined;
  return (next?.score ?? 0) <= OBVIOUS.maxNext * best.score ? best.name : undefined;
}

/** Nearly every session needs these, and each one is paid with every request. */
const CORE = ["tool_search", "tool_call", "memory_search", "memory_write"] as const;

/** Tools for the rest of memory, and for long results, which a result names. */
const LISTED = ["memory_*", "artifact_read"] as const;

/** First words of names, the most useful first; what is not named here comes last. */
const CATEGORIES = [
  ..."workspace web utility note task reminder calendar email schedule session document".split(" "),
  ..."vision voice meeting readlater briefing news github journal plan agent ton jetton".split(" "),
  ..."dex nft telegram deal stonfi dedust dns bot exec".split(" "),
];

function rankOf(name: string, patterns: readonly RegExp[]): number {
  const rank = patterns.findIndex((pattern) => pattern.test(name));
  return rank < 0 ? patterns.length : rank;
}

function toPattern(glob: string): RegExp {
  return new RegExp(`^${glob.replaceAll("*", ".*")}$`);
}
