import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Fault } from "@reeve/sdk";
import { sanitize } from "../../../channels/cli/sanitize.ts";
import type { CommandContext } from "../../cli/command.ts";

export interface Question {
  readonly text: string;
  /** Value of an empty answer. */
  readonly fallback: string;
  /** Stands in the brackets instead of the fallback. */
  readonly shown?: string | undefined;
}

/** Questions and answers, one line each. */
export interface Dialog extends Disposable {
  /** Shows lines, without control characters. */
  say(text: string): void;
  /** The answer, trimmed. Rejects with `aborted` when the person leaves. */
  ask(question: Question): Promise<string>;
  /** The same, without showing what is typed. */
  askSecret(question: Question): Promise<string>;
  /** Says why an answer is not taken; throws it where nobody can give another one. */
  complain(fault: Fault): void;
  /** Aborts when the person leaves or the process is told to end. */
  readonly signal: AbortSignal;
}

type DialogDeps = Pick<CommandContext, "stdin" | "stdout" | "signal">;

/** The fault that ends a dialog before anything was written. */
export function nothingChanged(): Fault {
  return new Fault("aborted", "Nothing was changed.", {
    hint: "To start over, run: reeve setup. To accept the detected settings without questions, run: reeve setup --yes",
  });
}

/** Talks to a person at a terminal, or to a pipe that gives one answer a line. */
export function openDialog({ stdin, stdout, signal }: DialogDeps): Dialog {
  const isTerminal = stdin.isTTY === true;
  const left = new AbortController();
  const given: string[] = [];
  let news = Promise.withResolvers<void>();
  let isShown = false;

  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) stdout.write(chunk);
      done();
    },
  });
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  const lines = createInterface({
    input: stdin,
    output: Object.assign(echo, { columns: stdout.columns }),
    terminal: isTerminal,
    historySize: 0,
  });
  lines.on("line", (line) => {
    // Text that is pasted or typed ahead may hold a key in its next line.
    isShown = false;
    given.push(line);
    tell();
  });
  lines.once("close", () => {
    left.abort();
    tell();
  });
  signal.addEventListener("abort", tell);
  const ended = isTerminal ? AbortSignal.any([signal, left.signal]) : signal;

  const nextLine = async (): Promise<string> => {
    for (;;) {
      const line = ended.aborted ? undefined : given.shift();
      if (line !== undefined) return line.trim();
      if (ended.aborted || left.signal.aborted) {
        stdout.write("\n");
        throw nothingChanged();
      }
      await news.promise;
    }
  };

  const say = (text: string) => {
    stdout.write(`${sanitize(text)}\n`);
  };

  const read = async (prompt: string, how: "shown" | "unseen"): Promise<string> => {
    isShown = how === "shown" && isTerminal && given.length === 0;
    const isEditing = isShown;
    if (isEditing) {
      lines.setPrompt(prompt);
      lines.prompt(true);
    } else stdout.write(prompt);
    const line = await nextLine();
    if (!isEditing) stdout.write("\n");
    return line;
  };

  return {
    say,
    ask: async (question) => (await read(promptOf(question), "shown")) || question.fallback,
    askSecret: async (question) => (await read(promptOf(question), "unseen")) || question.fallback,
    complain: (fault) => say(explain(fault)),
    signal: ended,
    [Symbol.dispose]() {
      signal.removeEventListener("abort", tell);
      isShown = false;
      lines.close();
      // A pipe that nobody reads any more would keep the process alive.
      if (!isTerminal) stdin.destroy();
    },
  };
}

/** Takes the default of every question; an answer that is not taken ends it. */
export function openUnattended({ stdout, signal }: DialogDeps): Dialog {
  return {
    say: (text) => void stdout.write(`${sanitize(text)}\n`),
    ask: async ({ fallback }) => fallback,
    askSecret: async ({ fallback }) => fallback,
    complain(fault) {
      throw fault;
    },
    signal,
    [Symbol.dispose]() {},
  };
}

function explain({ message, hint }: Fault): string {
  return hint ? `${message}\n  ${hint}` : message;
}

function promptOf({ text, fallback, shown = fallback }: Question): string {
  return sanitize(shown ? `${text} [${shown}]: ` : `${text}: `);
}
