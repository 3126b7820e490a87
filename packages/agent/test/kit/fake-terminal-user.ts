import { PassThrough } from "node:stream";
import { run } from "../../src/app/commands/chat.ts";
import { VirtualTerminal } from "../../src/channels/cli/testing/virtual-terminal.ts";
import { attempt } from "../../src/kernel/attempt.ts";

/** A person at a terminal in which `reeve chat` runs, in this process. */
export interface Typist extends AsyncDisposable {
  /** Types a line and presses Enter. */
  enter(line: string): void;
  /** Resolves once the screen shows it. */
  sees(expected: string): Promise<void>;
  /** Everything on the screen. */
  readonly screen: string;
  /** Leaves, and returns the exit code. */
  leave(): Promise<number>;
}

export interface TypistOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly externalId?: string;
}

/** Resolves once the prompt is there. */
export async function openTypist({ env, externalId = "main" }: TypistOptions): Promise<Typist> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new VirtualTerminal(100), { isTTY: true });
  const stderr = new PassThrough().resume();
  const gone = new AbortController();
  const ended = run(["--chat", externalId], { signal: gone.signal, env, stdin, stdout, stderr });
  await Promise.race([stdout.until((shown) => shown.endsWith("›")), ended]);
  return {
    enter: (line) => void stdin.write(`${line}\r`),
    sees: (expected) => stdout.until((shown) => shown.includes(expected)),
    get screen() {
      return stdout.shown;
    },
    leave() {
      stdin.write("/exit\r");
      return ended;
    },
    async [Symbol.asyncDispose]() {
      gone.abort();
      await attempt(ended);
    },
  };
}
