import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";

/**
 * Brings a generated file up to date, formatted as `oxfmt` wants it; in the mode
 * `check` it is only compared.
 */
export async function settleFile(
  file: string,
  text: string,
  mode: "check" | "write",
): Promise<"fresh" | "stale" | "written"> {
  const wanted = await format(file, text);
  const present = existsSync(file) ? await readFile(file, "utf8") : undefined;
  if (present === wanted) return "fresh";
  if (mode === "check") return "stale";
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, wanted);
  return "written";
}

async function format(file: string, text: string): Promise<string> {
  const child = spawn("oxfmt", [`--stdin-filepath=${file}`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(text);
  const [formatted, [code]] = await Promise.all([textOf(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`oxfmt refused ${file} with exit code ${code}.`);
  return formatted;
}
