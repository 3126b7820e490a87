import type { Unit } from "../../kernel/unit.ts";
import type { CachePlan, ToolDefinition } from "../../llm/model.ts";
import type { Frame } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { TurnHistory } from "../../store/turns.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { OpenTurn } from "../open-turn.ts";
import { sessionFrame } from "./session-frame.ts";
import type { PromptFiles } from "./system-prompt.ts";
import { toUnits } from "./to-units.ts";

/** What does not change while a turn runs. */
export interface Gathered {
  /** The session's system prompt and its pinned block. */
  readonly system: readonly string[];
  /** The session's tool array. */
  readonly tools: readonly ToolDefinition[];
  readonly cache: CachePlan;
  /** Earlier turns of the session, oldest first. */
  readonly history: readonly Unit[];
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

/** The newest turns of a session that a request may show. */
const HISTORY_TURNS = 200;

/** Fetches what a turn's requests are composed of; a new session's frame is fixed first. */
export async function gather(turn: OpenTurn, parts: GatherParts): Promise<Gathered> {
  const { store, toolbox } = parts;
  const frame = (await store.read.sessions.frame(turn.session)) ?? (await fixFrame(turn, parts));
  const history = await store.read.turns.history(turn.session, HISTORY_TURNS);
  const offer = toolbox.offer({ role: turn.role, kind: turn.place.kind });
  const array = new Set(frame.tools);
  const system = frame.pinned === "" ? frame.system : [...frame.system, frame.pinned];
  return {
    system,
    tools: offer.filter(({ name }) => array.has(name)),
    cache: cachePlan(turn, frame),
    history: history.flatMap(({ steps }) => toUnits(steps)),
    delivered: deliveredIn(history),
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

function deliveredIn(history: readonly TurnHistory[]): ReadonlySet<string> {
  return new Set(
    history.flatMap(({ steps }) => steps.flatMap(({ extras }) => extras?.tools ?? [])),
  );
}
