import type { SessionId, TurnId } from "../../kernel/ids.ts";
import type { Unit } from "../../kernel/unit.ts";
import type { CachePlan, ToolDefinition } from "../../llm/model.ts";
import type { Frame } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { TurnHistory } from "../../store/turns.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { LongConversation } from "./compact.ts";
import type { ConversationSize } from "./conversation-limit.ts";
import { chooseMark, maskTurns } from "./mask.ts";
import { renderNewPolicies, renderPolicies } from "./render-policies.ts";
import { renderSummary } from "./render-summary.ts";
import { sessionFrame } from "./session-frame.ts";
import { sizeOf } from "./size-of.ts";
import { isHinted } from "./soft-hint.ts";
import type { PromptFiles } from "./system-prompt.ts";
import { toUnits } from "./to-units.ts";

/** What does not change while a turn runs. */
export interface Gathered {
  /** The session's system prompt and its pinned block. */
  readonly system: readonly string[];
  /** The session's tool array. */
  readonly tools: readonly ToolDefinition[];
  readonly cache: CachePlan;
  readonly session: SessionId;
  /** What stands for the conversation before the session. */
  readonly summary: string | undefined;
  /** Earlier turns of the conversation, oldest first. */
  readonly history: readonly Unit[];
  /** The same with the summary, as it is stored. */
  readonly conversation: LongConversation;
  readonly size: ConversationSize;
  /** Up to which turn results should be shortened first, where that pays. */
  readonly nextMark: TurnId | undefined;
  /** No turn of the session has ended yet. */
  readonly isFresh: boolean;
  /** Rules of the place that the session was not told yet, as it is told them; empty without any. */
  readonly newRules: string;
  /** The session was told to write down what matters. */
  readonly isHinted: boolean;
  /** Tools whose definitions the session has been told outside of the array. */
  readonly delivered: ReadonlySet<string>;
}

export interface GatherParts {
  readonly store: Store;
  readonly toolbox: Toolbox;
  readonly ownerName: string;
  promptFiles(): Promise<PromptFiles>;
  /** Which of the tools on offer stand in the array of a new session. */
  frozen(offer: readonly ToolDefinition[]): readonly ToolDefinition[];
}

/** The newest turns of a session that are read; it is shortened long before it has so many. */
const HISTORY_TURNS = 2000;

/** Fetches what a turn's requests are composed of; a new session's frame is fixed first. */
export async function gather(turn: OpenTurn, parts: GatherParts): Promise<Gathered> {
  const { store, toolbox } = parts;
  const frame = (await store.read.sessions.frame(turn.session)) ?? (await fixFrame(turn, parts));
  const inherited = await store.read.sessions.inheritance(turn.session);
  const carried = await store.read.turns.historyOf(inherited?.carried ?? []);
  const own = await store.read.turns.history(turn.session, HISTORY_TURNS);
  const turns = [...carried, ...own];
  const through = await store.read.sessions.maskedThrough(turn.session);
  const masking = { through, isKept: (tool: string) => toolbox.get(tool)?.keepsResults ?? false };
  const history = maskTurns(turns, masking).flatMap(({ steps }) => toUnits(steps));
  const summary = inherited?.summary && renderSummary(inherited.summary);
  const offer = toolbox.offer({ role: turn.role, kind: turn.place.kind });
  const array = new Set(frame.tools);
  const system = frame.pinned === "" ? frame.system : [...frame.system, frame.pinned];
  return {
    system,
    tools: offer.filter(({ name }) => array.has(name)),
    cache: cachePlan(turn, frame),
    session: turn.session,
    summary: summary || undefined,
    history,
    conversation: { summary: inherited?.summary ?? "", turns },
    size: sizeOf([...(summary ? [{ type: "input", text: summary } as const] : []), ...history]),
    nextMark: chooseMark(turns, masking),
    isFresh: own.length === 0,
    newRules: renderNewPolicies(
      await store.read.policies.ofPlace(turn.place.id),
      [frame.pinned, ...own.flatMap(extrasIn)].join("\n"),
    ),
    isHinted: isHinted(own.flatMap(({ steps }) => steps.map(({ extras }) => extras))),
    delivered: deliveredIn(turns),
  };
}

async function fixFrame(turn: OpenTurn, parts: GatherParts): Promise<Frame> {
  const { store, toolbox, ownerName } = parts;
  const { kind } = turn.place;
  const offer = toolbox.offer({ role: turn.role, kind });
  const frame = sessionFrame({
    files: await parts.promptFiles(),
    ownerName,
    isPrivate: kind === "direct" && turn.role === "owner",
    rules: renderPolicies(await store.read.policies.ofPlace(turn.place.id)),
    tools: parts.frozen(offer).map(({ name }) => name),
  });
  await store.commit("open-session", (tx) => tx.sessions.setFrame(turn.session, frame));
  return frame;
}

/** Kept by providers: the tools with the stable sections, then the pinned block, then the transcript. */
function cachePlan({ session }: OpenTurn, { system, pinned }: Frame): CachePlan {
  const stable = { after: "system", section: system.length - 1 } as const;
  const whole = { after: "system", section: system.length } as const;
  const tail = { after: "tail" } as const;
  return { key: session, breakpoints: pinned === "" ? [stable, tail] : [stable, whole, tail] };
}

function extrasIn({ steps }: TurnHistory): readonly string[] {
  return steps.flatMap(({ extras }) => (extras ? [extras.text] : []));
}

function deliveredIn(history: readonly TurnHistory[]): ReadonlySet<string> {
  return new Set(
    history.flatMap(({ steps }) => steps.flatMap(({ extras }) => extras?.tools ?? [])),
  );
}
