import { createInterface, type Interface } from "node:readline";
import { openHistory } from "./history.ts";
import { BRACKETED_PASTE, createPasteFilter, hideLineBreaks, restoreLineBreaks } from "./paste.ts";
import { sanitize } from "./sanitize.ts";
import { catchError } from "./catch-error.ts";
import type { TerminalInput, TerminalOutput } from "./terminal-stream.ts";

export interface LineEditorDeps {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Where entered lines are kept. */
  readonly historyFile: string;
}

/** The editor of the input line. Disposing of it gives the terminal back as it was. */
export interface OpenLineEditor extends AsyncDisposable {
  readonly editor: Interface;
}

/** Takes the terminal over: raw mode, bracketed paste, history. */
export async function openLineEditor({
  input,
  output,
  historyFile,
}: LineEditorDeps): Promise<OpenLineEditor> {
  const history = await openHistory(historyFile);
  const filter = createPasteFilter();
  let saved: Promise<unknown> = Promise.resolve();

  input.pipe(filter);
  input.setRawMode?.(true);
  output.write(BRACKETED_PASTE.on);
  const editor = createInterface({
    input: filter,
    output,
    terminal: true,
    historySize: 1000,
    removeHistoryDuplicates: true,
    history: history.entries.toReversed().map(hideLineBreaks),
  });
  editor.on("history", ([newest = ""]: string[]) => {
    const add = () => history.add(restoreLineBreaks(newest));
    saved = saved.then(async (failure) => failure ?? (await catchError(add)));
  });
  // Suspending would leave the shell with a terminal in raw mode.
  editor.on("SIGTSTP", () => {});

  return {
    editor,
    async [Symbol.asyncDispose]() {
      editor.close();
      input.unpipe(filter);
      input.setRawMode?.(false);
      input.pause();
      output.write(`${BRACKETED_PASTE.off}\n`);
      const failure = await saved;
      if (failure instanceof Error)
        output.write(`${sanitize(`The input history was not saved: ${failure.message}`)}\n`);
    },
  };
}
