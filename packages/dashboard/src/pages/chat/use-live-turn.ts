import type { StreamEvent } from "@reeve/operations/stream-events";
import { useEffect, useState } from "react";
import { follow, queries } from "../../data/agent.ts";
import { type LiveTurn, withEvent } from "./live-turn.ts";

export interface Live {
  /** The turn that runs; undefined if none does. */
  readonly turn: LiveTurn | undefined;
  /** False while the connection is broken. */
  readonly isConnected: boolean;
}

/** Events after which what is shown is requested again. */
const CHANGES: ReadonlySet<string> = new Set([
  "agent.stream.message",
  "agent.stream.start",
  "agent.stream.said",
  "agent.stream.approval",
  "agent.stream.decision",
  "agent.stream.joined",
  "agent.stream.complete",
]);

/**
 * Follows a chat. `running` is the turn that ran before the page was opened; its events are read from its start.
 * A finished turn stays shown until its stored answer has been loaded.
 */
export function useLiveTurn(chat: string, running: string | undefined): Live {
  const [turn, setTurn] = useState<LiveTurn>();
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    const left = new AbortController();
    const take = batched((events) => void apply(events, setTurn));
    follow(chat, {
      signal: left.signal,
      onEvent: take,
      onOpen: () => {
        setConnected(true);
        void queries.invalidateQueries();
      },
      onLost: () => setConnected(false),
    });
    return () => left.abort();
  }, [chat]);

  const isKnown = turn?.turn === running;
  useEffect(() => {
    if (running === undefined || isKnown) return;
    const left = new AbortController();
    const take = batched((events) => void apply(events, setTurn));
    follow(chat, { turn: running, signal: left.signal, onEvent: take });
    return () => left.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is known, the stream of the chat has the rest
  }, [chat, running]);

  return { turn, isConnected };
}

type SetTurn = (change: (live: LiveTurn | undefined) => LiveTurn | undefined) => void;

async function apply(events: readonly StreamEvent[], setTurn: SetTurn): Promise<void> {
  setTurn((live) => events.reduce(withEvent, live));
  if (events.some(({ event }) => CHANGES.has(event))) await queries.invalidateQueries();
  setTurn((live) => (live?.isOver ? undefined : live));
}

/** Collects what arrives between two frames: a fast model must not render more often than the screen shows. */
function batched(deliver: (events: readonly StreamEvent[]) => void): (event: StreamEvent) => void {
  let waiting: StreamEvent[] = [];
  return (event) => {
    waiting.push(event);
    if (waiting.length > 1) return;
    const run = () => {
      const events = waiting;
      waiting = [];
      deliver(events);
    };
    // A hidden tab has no frames.
    if (document.hidden) setTimeout(run, 100);
    else requestAnimationFrame(run);
  };
}
