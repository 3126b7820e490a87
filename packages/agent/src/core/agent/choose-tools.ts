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
  /** Tools that should stand in the array and do not; the owner should hear of it. */
  readonly warning?: TooManyTools | undefined;
  /**
   * Tools to describe beside a message: the best for it outside of the array, without
   * those in `delivered`, the names that this session was told before.
   */
  readonly shortlist: (
    text: string,
    options: { readonly delivered: ReadonlySet<string>; readonly signal: AbortSignal },
  ) => Promise<readonly ToolDescription[]>;
}

export interface TooManyTools {
  /** The provider's limit. */
  readonly limit: number;
  /** Names, the most useful first. They can still be found and called through `tool_call`. */
  readonly leftOut: readonly string[];
}

/**
 * Divides the tools on offer into the few that stand in the array and those that are
 * found for a message. With `enabled: false` all stand in the array, as far as the
 * provider takes so many; the less useful are left out then.
 */
export function chooseTools(
  offer: readonly ToolDescription[],
  { config, search, maxTools = Infinity }: ChooseToolsOptions,
): ToolChoice {
  const fixed = [...CORE, ...config.alwaysInclude];
  const patterns = [...fixed, ...CATEGORIES.map((category) => `${category}_*`)].map(toPattern);
  const ranked = offer
    .map((tool) => ({ tool, rank: rankOf(tool.name, patterns) }))
    .toSorted((one, other) => one.rank - other.rank || (one.tool.name < other.tool.name ? -1 : 1));
  const wanted = ranked
    .filter(({ rank }) => !config.enabled || rank < fixed.length)
    .map(({ tool }) => tool);

  const frozen = wanted.slice(0, maxTools);
  const leftOut = wanted.slice(maxTools).map(({ name }) => name);
  const inArray = new Set(frozen);
  const others = new Map(
    offer.filter((tool) => !inArray.has(tool)).map((tool) => [tool.name, tool]),
  );
  return {
    frozen,
    warning: leftOut.length > 0 ? { limit: maxTools, leftOut } : undefined,

    shortlist: async (text, { delivered, signal }) => {
      if (!config.enabled) return [];
      const { topK, minScore } = config;
      const hits = await search(text, { limit: Infinity, minScore, signal });
      const least = MIN_SHARE * (hits[0]?.score ?? 0);
      return hits
        .filter(({ score }) => score >= least)
        .flatMap(({ name }) => others.get(name) ?? [])
        .slice(0, topK)
        .filter(({ name }) => !delivered.has(name));
    },
  };
}

/** A tool that fits a message much less than the best one is not described for it. */
const MIN_SHARE = 0.65;

/** Without these no other tool is found, and nothing is remembered or read to its end. */
const CORE = ["tool_search", "tool_call", "memory_*", "artifact_read"] as const;

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
