import stringWidth from "string-width";
import type { Clock } from "../../kernel/clock.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import { createMarkdownRenderer } from "./markdown.ts";
import { sanitize } from "./sanitize.ts";
import type { Screen } from "./screen.ts";
import type { Spinner } from "./spinner.ts";
import { paint, type Style } from "./style.ts";
import { createWrap } from "./wrap.ts";

/** Shows turns as they happen. */
export interface TurnView {
  show(event: LiveEvent): void;
  /** Draws the live rows again, for the spinner. */
  redraw(): void;
  /**
   * Text may be missing: streams nothing until a step starts or an event contains its whole text.
   */
  skipDeltas(): void;
  readonly isRunning: boolean;
}

export interface TurnViewDeps {
  readonly screen: Pick<Screen, "update">;
  readonly columns: () => number;
  readonly spinner: Spinner;
  /** Measures how long the model takes. */
  readonly clock: Clock;
}

/** A model that takes longer to begin is named. */
const SLOW_MS = 30_000;

/**
 * Streams the model's text as rendered Markdown, and a row for each tool call. Streamed text is not
 * shown again when the event with the whole text arrives.
 */
export function createTurnView({ screen, columns, spinner, clock }: TurnViewDeps): TurnView {
  const markdown = createMarkdownRenderer();
  const wrap = createWrap(columns);
  const running = new Map<string, string>();
  /** Rows that were shown of progress, by subject. */
  const progress = new Map<string, readonly string[]>();
  let turn: string | undefined;
  /** Shown text of the step that is being streamed. */
  let streamed = { step: -1, text: "" };
  let isSkipping = false;
  /** The request whose first words are awaited. */
  let asked: { readonly model: string; readonly at: number } | undefined;
  /** Rows for the next drawing. */
  let printed: string[] = [];

  const redraw = () => {
    const rows = [...running.values()].map((name) => `${spinner.sign} ${name}`);
    const isThinking = turn !== undefined && rows.length === 0 && wrap.partial === "";
    const text = wrap.partial === "" ? [] : [wrap.partial];
    screen.update(printed, [...text, ...(isThinking ? [`${spinner.sign} ${waitingFor()}`] : rows)]);
    printed = [];
  };

  const waitingFor = (): string => {
    const ms = asked ? clock.now() - asked.at : 0;
    if (!asked || ms < SLOW_MS) return "…";
    return `still waiting for ${sanitize(asked.model)}, ${Math.floor(ms / 1000)} s`;
  };

  const write = (text: string) => {
    printed.push(...wrap.push(markdown.push(text)));
  };

  const endText = () => {
    printed.push(...wrap.push(markdown.end()), ...wrap.end());
  };

  const stream = (step: number, delta: string) => {
    if (isSkipping) return;
    if (streamed.step !== step) streamed = { step, text: "" };
    streamed = { step, text: streamed.text + delta };
    write(delta);
  };

  const complete = (text: string) => {
    const known = streamed.text.trim();
    if (text.trim() === known) return endText();
    if (text.startsWith(streamed.text)) {
      write(text.slice(streamed.text.length));
      return endText();
    }
    endText();
    write(text);
    endText();
  };

  const restart = (step: number) => {
    const isAgain = streamed.step === step && streamed.text !== "";
    endText();
    if (isAgain) printed.push(paint("dim", "(starting over)"));
    streamed = { step, text: "" };
    isSkipping = false;
  };

  const update = (event: LiveEvent) => {
    switch (event.type) {
      case "turn-start":
        turn = event.turn;
        streamed = { step: -1, text: "" };
        return spinner.start();
      case "think-start":
        asked = event.model === undefined ? undefined : { model: event.model, at: clock.now() };
        return restart(event.step);
      case "text-reset":
        return restart(event.step);
      case "text-delta":
        asked = undefined;
        return stream(event.step, event.delta);
      case "step-text":
        if (streamed.step !== event.step) streamed = { step: event.step, text: "" };
        complete(event.text);
        streamed = { step: event.step + 1, text: "" };
        return;
      case "tool-start":
        endText();
        running.set(event.call, sanitize(event.name));
        return;
      case "tool-end":
        running.delete(event.call);
        printed.push(outcomeRow(event, columns()));
        return;
      case "turn-end": {
        const { text, notices } = splitReply(event.reply);
        if (text === "") endText();
        else complete(text);
        running.clear();
        printed.push(...notices, ...incidentRow(event.incident, notices), "");
        turn = undefined;
        return spinner.stop();
      }
      case "said": {
        const { text, notices } = splitReply(event.reply);
        endText();
        printed.push(...progressRows(event.reply, progress));
        if (text !== "") {
          write(text);
          endText();
        }
        printed.push(...notices, "");
        return;
      }
      case "turn-waiting":
      case "message-accepted":
      case "messages-joined":
      case "approval-request":
      case "approval-vote":
      case "approval-decision":
      case "tools-change":
    }
  };

  return {
    get isRunning() {
      return turn !== undefined;
    },
    redraw,
    skipDeltas() {
      isSkipping = true;
    },
    show(event) {
      update(event);
      redraw();
    },
  };
}

type ToolEnd = Extract<LiveEvent, { type: "tool-end" }>;

const SIGNS: Readonly<Record<ToolEnd["outcome"], readonly [Style, string]>> = {
  value: ["green", "✓"],
  fault: ["red", "✗"],
  pending: ["yellow", "?"],
  unknown: ["yellow", "!"],
  aborted: ["red", "✗"],
};

function outcomeRow({ outcome, name, summary }: ToolEnd, columns: number): string {
  const [style, sign] = SIGNS[outcome];
  const tool = sanitize(name);
  const text = sanitize(plainly(summary)).replaceAll(/\s+/g, " ");
  const room = columns - stringWidth(`${sign} ${tool}  `);
  return `${paint(style, sign)} ${tool}  ${paint("dim", cut(text, room))}`;
}

/** Removes the punctuation of JSON, which may be cut off; returns other text unchanged. */
function plainly(summary: string): string {
  if (!/^[[{]/.test(summary)) return summary;
  return summary
    .replaceAll(/,"(\w+)":/g, " · $1: ")
    .replaceAll(/"(\w+)":/g, "$1: ")
    .replaceAll(/\\[nrt]/g, " ")
    .replaceAll(/[[\]{}"\\]/g, "");
}

const segmenter = new Intl.Segmenter();

function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = "";
  for (const { segment } of segmenter.segment(text)) {
    if (stringWidth(kept + segment) >= columns) break;
    kept += segment;
  }
  return `${kept}…`;
}

function splitReply(reply: readonly ReplyPart[]): { text: string; notices: string[] } {
  const texts = reply.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const notices = reply.flatMap((part) => {
    if (part.type === "choice") return rowsOf(part.text).map((row) => paint("yellow", row));
    if (part.type === "file") return [sanitize(part.text), sanitize(part.path)];
    return part.type === "notice" ? [paint("yellow", sanitize(part.text))] : [];
  });
  return { text: texts.join("\n\n"), notices };
}

/** Returns the rows that can no longer change; unchanged progress is not repeated. */
function progressRows(reply: readonly ReplyPart[], told: Map<string, readonly string[]>): string[] {
  return reply.flatMap((part) => {
    if (part.type !== "progress") return [];
    const rows = rowsOf(part.text);
    const before = told.get(part.about) ?? [];
    told.set(part.about, rows);
    return rows.filter((row) => !before.includes(row)).map((row) => paint("dim", row));
  });
}

function rowsOf(text: string): string[] {
  return text.split("\n").map(sanitize);
}

function incidentRow(incident: string | undefined, notices: readonly string[]): string[] {
  if (incident === undefined || notices.some((row) => row.includes(incident))) return [];
  return [paint("dim", `Incident ${sanitize(incident)}`)];
}
