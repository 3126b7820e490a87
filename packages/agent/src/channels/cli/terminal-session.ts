import type { Interface } from "node:readline";
import { isFault } from "@reeve/sdk";
import { type Clock, steadyClock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import { approvals } from "@reeve/operations/work/approvals";
import { createConversation } from "./conversation.ts";
import type { FrameClient } from "./frame-client.ts";
import { hideLineBreaks, restoreLineBreaks } from "./paste.ts";
import { createQuestions, questionRows, readQuestions } from "./questions.ts";
import { sanitize } from "./sanitize.ts";
import { createScreen } from "./screen.ts";
import { catchError } from "./catch-error.ts";
import { createSpinner } from "./spinner.ts";
import { paint } from "./style.ts";
import type { TerminalOutput } from "./terminal-stream.ts";
import { createTurnView } from "./turn-view.ts";
import { type ChatCommandView, sessions } from "@reeve/operations/work/sessions";

/** Commands that the terminal answers itself. */
const LOCAL_COMMANDS = [
  { name: "approvals", usage: "/approvals", summary: "pending approvals" },
  { name: "exit", usage: "/exit", summary: "quit (Ctrl-D)" },
  { name: "help", usage: "/help", summary: "this list" },
] as const;

export interface TerminalSessionDeps {
  readonly client: FrameClient;
  readonly reconnect: () => Promise<FrameClient>;
  readonly externalId: string;
  readonly newId: NewId;
  readonly editor: Interface;
  readonly output: TerminalOutput;
  readonly spinnerMs: number;
  readonly clock?: Clock | undefined;
  readonly leave: () => void;
  /** Receives errors that are not faults. */
  readonly fail: (error: unknown) => void;
}

/** A person's side of the terminal: their input, and the agent's output. */
export interface TerminalSession {
  /**
   * Greets, and follows the chat until it is closed. Rejects when the agent is permanently
   * unreachable.
   */
  work(): Promise<void>;
  readonly enter: (typed: string) => void;
  readonly interrupt: () => void;
  close(): void;
}

export function createTerminalSession(deps: TerminalSessionDeps): TerminalSession {
  const { editor, output, leave } = deps;
  const screen = createScreen(editor, output);
  const columns = () => output.columns ?? Infinity;
  const spinner = createSpinner(() => view.redraw(), { everyMs: deps.spinnerMs });
  const view = createTurnView({ screen, columns, spinner, clock: deps.clock ?? steadyClock });
  const questions = createQuestions();
  let isStopping = false;
  let isLeaving = false;
  /** An approval waits until the turn has finished its text, and is then shown above the prompt. */
  let isToAsk = false;

  const note = (text: string) => screen.print(text.split("\n").map((row) => paint("dim", row)));
  const conversation = createConversation({
    ...deps,
    onEvent: (event) => show(event),
    onLost: () => {
      view.skipDeltas();
      note("Connection lost. Reconnecting …");
    },
  });

  /** Faults are shown to the person; other errors end the terminal. */
  const runReported = async (work: () => Promise<void>) => {
    const error = await catchError(work);
    if (isFault(error)) screen.print([faultRow(error)]);
    else if (error !== undefined) deps.fail(error);
  };

  const send = async (text: string) => {
    const receipt = await conversation.send(text);
    if (receipt?.outcome === "refused" || receipt?.outcome === "ignored")
      note(`Not answered: ${sanitize(receipt.reason ?? receipt.outcome)}`);
    else if (receipt?.reason !== undefined) note(sanitize(receipt.reason));
  };

  const command = async (text: string) => {
    const answered = await runLocalCommand(text, conversation.client);
    if (answered === undefined) await send(text);
    else note(`${answered}\n`);
  };

  const refreshPrompt = () => {
    if (questions.isEditing) return screen.setPrompt("arguments › ");
    screen.setPrompt(questions.current ? "allow? › " : "› ");
  };

  const ask = () => {
    if (questions.current) screen.print(questionRows(questions.current));
    refreshPrompt();
  };

  const close = (approval: string) => {
    const wasAsked = questions.current?.approval === approval;
    questions.close(approval);
    if (wasAsked) ask();
  };

  const recall = async (): Promise<void> => {
    const { client } = conversation;
    const open = readQuestions((await client.ask(approvals.list, { state: "pending" })).items);
    for (const question of open) questions.open(question);
    if (open.length === 0) note("No pending approvals.");
    ask();
  };

  const answer = (typed: string): boolean => {
    const given = isToAsk ? undefined : questions.read(typed);
    if (!given) return false;
    refreshPrompt();
    if (given.type === "keep-asking") ask();
    if (given.type === "edit") {
      if (given.complaint) note(given.complaint);
      editor.write(hideLineBreaks(given.json));
    }
    if (given.type === "decide") void runReported(() => decide(given.decision));
    return true;
  };

  const decide = async (decision: Parameters<FrameClient["decide"]>[0]) => {
    const outcome = await conversation.client.decide(decision);
    if (outcome === "too-late") note("This approval was already decided or has expired.");
    if (outcome === "counted") note("Recorded. More approvals are needed.");
    close(decision.approval);
  };

  const show = (event: LiveEvent) => {
    if (event.type === "message-accepted" && !conversation.isOwn(event))
      note(`${sanitize(event.from)}: ${sanitize(event.text)}`);
    view.show(event);
    if (event.type === "turn-end") isStopping = false;
    if (event.type === "approval-vote")
      note(`${sanitize(event.by)} allowed it (${event.given} of ${event.needed}).`);
    if (event.type === "approval-decision") {
      if (event.verdict === "expired")
        note("An approval expired without a decision; the call was not run.");
      close(event.approval);
    }
    if (event.type === "approval-request") {
      isToAsk ||= questions.current === undefined;
      questions.open(event);
    }
    if (!isToAsk || view.isRunning) return;
    isToAsk = false;
    ask();
  };

  return {
    async work() {
      const hello = await conversation.open();
      note(`Reeve ${sanitize(hello.agent)} · ${sanitize(hello.model)}`);
      note('Type "help" to begin · /help for commands · Ctrl-D to quit\n');
      refreshPrompt();
      await conversation.follow();
    },
    enter(typed) {
      isLeaving = false;
      screen.storeEntered(typed);
      const text = restoreLineBreaks(typed).trim();
      if (answer(text) || text === "") return;
      if (text === "/exit") return leave();
      if (text === "/approvals") return void runReported(recall);
      const isCommand = /^\/[a-z]+(?:\s|$)/.test(text);
      void runReported(() => (isCommand ? command(text) : send(text)));
    },
    interrupt() {
      const isBusy = view.isRunning || conversation.isSending;
      if (isStopping || (isLeaving && !isBusy)) return leave();
      if (!isBusy) {
        isLeaving = true;
        screen.forgetTyped();
        return note("Press Ctrl-C again or Ctrl-D to quit.");
      }
      isStopping = true;
      note("Stopping. Press Ctrl-C again to quit.");
      void runReported(async () => void (await conversation.client.stop()));
    },
    close() {
      spinner.stop();
      screen.leave();
      conversation.close();
    },
  };
}

function faultRow({ message, hint = "" }: { message: string; hint?: string | undefined }): string {
  return `${paint("red", "✗")} ${sanitize(`${message} ${hint}`).trim()}`;
}

/**
 * Returns the terminal's own answer to a line such as "/help". Returns undefined if the line is a
 * command of the agent and must be sent as a message.
 */
async function runLocalCommand(line: string, client: FrameClient): Promise<string | undefined> {
  const [name = ""] = line.slice(1).split(/\s/);
  const known = (await client.ask(sessions.commands, { limit: 200 })).items;
  if (name === "help") return helpText(known);
  if (known.some((command) => command.name === name)) return undefined;
  return `Unknown command /${sanitize(name)}. Type /help for a list.`;
}

function helpText(known: readonly ChatCommandView[]): string {
  const own = new Set<string>(LOCAL_COMMANDS.map(({ name }) => name));
  const all = [...known.filter(({ name }) => !own.has(name)), ...LOCAL_COMMANDS];
  const width = Math.max(...all.map(({ usage }) => usage.length));
  const rows = all
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ usage, summary }) => sanitize(`${usage.padEnd(width)}  ${summary}`));
  return [...rows, "All other input is sent as a message, even while a turn is running."].join(
    "\n",
  );
}
