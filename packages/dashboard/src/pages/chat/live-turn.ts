import type { StreamEvent } from "@reeve/operations/stream-events";

/** A part of an answer while it is written. */
export type LivePart =
  | { readonly kind: "text"; readonly step: number; readonly text: string }
  | { readonly kind: "call"; readonly call: LiveCall };

export interface LiveCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  /** Absent while it runs. */
  readonly outcome?: string;
  /** The outcome in a line. */
  readonly summary?: string;
}

/** A running turn, as far as its events say. */
export interface LiveTurn {
  readonly turn: string;
  readonly parts: readonly LivePart[];
  /** Its end was received. It stays shown until the stored answer takes its place. */
  readonly isOver?: true;
  /** Set while the model is down. */
  readonly waiting?: { readonly model: string; readonly retryAt: number };
}

/** Applies an event. Undefined: no turn runs. */
export function withEvent(live: LiveTurn | undefined, event: StreamEvent): LiveTurn | undefined {
  const before = (turn: string): LiveTurn => {
    if (live?.turn !== turn) return { turn, parts: [] };
    const { waiting: _over, ...others } = live;
    return others;
  };
  switch (event.event) {
    case "agent.stream.start":
      return before(event.data.turn);
    case "agent.stream.waiting": {
      const { turn, model, retryAt } = event.data;
      return { ...before(turn), waiting: { model, retryAt } };
    }
    case "agent.stream.step":
    case "agent.stream.text_reset": {
      const turn = before(event.data.turn);
      return { ...turn, parts: withoutStep(turn.parts, event.data.step) };
    }
    case "agent.stream.delta": {
      const turn = before(event.data.turn);
      return { ...turn, parts: withText(turn.parts, event.data) };
    }
    case "agent.stream.text": {
      const turn = before(event.data.turn);
      const { step, text } = event.data;
      const parts = withoutStep(turn.parts, step);
      return { ...turn, parts: text === "" ? parts : [...parts, { kind: "text", step, text }] };
    }
    case "agent.stream.tool_call": {
      const turn = before(event.data.turn);
      const { id, name: tool, args } = event.data;
      if (turn.parts.some((part) => part.kind === "call" && part.call.id === id)) return turn;
      return { ...turn, parts: [...turn.parts, { kind: "call", call: { id, tool, args } }] };
    }
    case "agent.stream.tool_result": {
      const turn = before(event.data.turn);
      const { id, name: tool, outcome, summary } = event.data;
      const known = turn.parts.find((part) => part.kind === "call" && part.call.id === id);
      const args = known?.kind === "call" ? known.call.args : {};
      const part = { kind: "call", call: { id, tool, args, outcome, summary } } as const;
      if (!known) return { ...turn, parts: [...turn.parts, part] };
      return { ...turn, parts: turn.parts.map((one) => (one === known ? part : one)) };
    }
    case "agent.stream.complete":
      return live && event.data.turn === live.turn ? { ...live, isOver: true } : live;
    default:
      return live;
  }
}

/** Checks whether stored messages of a turn take the place of what was shown of it while it was written. */
export function isStoredIn(
  { parts, isOver }: LiveTurn,
  stored: readonly { readonly text: string }[],
): boolean {
  if (isOver) return stored.length > 0;
  // The answer may be loaded before the end of its turn is received.
  const written = parts.findLast((part) => part.kind === "text")?.text;
  return stored.some(({ text }) => text === written);
}

function withoutStep(parts: readonly LivePart[], step: number): readonly LivePart[] {
  return parts.filter((part) => part.kind !== "text" || part.step !== step);
}

function withText(
  parts: readonly LivePart[],
  { step, text }: { readonly step: number; readonly text: string },
): readonly LivePart[] {
  const last = parts.at(-1);
  if (last?.kind !== "text" || last.step !== step) return [...parts, { kind: "text", step, text }];
  return [...parts.slice(0, -1), { kind: "text", step, text: last.text + text }];
}
