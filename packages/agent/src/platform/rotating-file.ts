import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { destination } from "pino";

export interface RotatingFile extends Disposable {
  write(line: string): void;
}

export interface RotatingFileOptions {
  /** The file grows to about this size, then it becomes `<file>.1`. */
  readonly maxBytes: number;
  /** Maximum number of files, including the current one. */
  readonly files: number;
  /** Called if a line could not be written, for example because the disk is full. Nothing is thrown. */
  readonly onLost: (error: Error) => void;
}

/** Maximum number of bytes waiting in memory while the disk is blocked; further lines are dropped. */
const MAX_WAITING_BYTES = 1_000_000;

/** Appends lines to a file of its owner's alone, at once: a killed process loses none. */
export function openRotatingFile(
  file: string,
  { maxBytes, files, onLost }: RotatingFileOptions,
): RotatingFile {
  let bytes = existsSync(file) ? statSync(file).size : 0;
  const stream = destination({
    dest: file,
    sync: true,
    mode: 0o600,
    maxLength: MAX_WAITING_BYTES,
  });
  stream.on("error", onLost);

  return {
    write(line) {
      const added = Buffer.byteLength(line);
      if (bytes > 0 && bytes + added > maxBytes) {
        shift(file, files);
        stream.reopen();
        bytes = 0;
      }
      bytes += added;
      stream.write(line);
    },
    [Symbol.dispose]: () => stream.end(),
  };
}

/** `log` → `log.1` → `log.2`; the oldest goes. */
function shift(file: string, files: number): void {
  const names = [file, ...Array.from({ length: files - 1 }, (_, index) => `${file}.${index + 1}`)];
  rmSync(names.at(-1) ?? file, { force: true });
  for (const [index, name] of [...names.entries()].toReversed().slice(1)) {
    const next = names[index + 1];
    if (next && existsSync(name)) renameSync(name, next);
  }
}
