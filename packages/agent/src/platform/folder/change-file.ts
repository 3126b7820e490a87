import { mkdir } from "node:fs/promises";
import { Fault } from "@reeve/sdk";
import { assertReal } from "./confine.ts";
import { explained } from "./explain-error.ts";
import { type Location, locate, parentOf } from "./location.ts";
import { readFile } from "./read-file.ts";
import { type BeforeReplace, replaceFile } from "./replace-file.ts";
import { statEntry } from "./stat-entry.ts";

export interface WriteOptions {
  readonly createFolders: boolean;
  readonly beforeReplace?: BeforeReplace | undefined;
}

/** Creates the folder and those above it, unless they exist. */
export async function makeFolder(location: Location): Promise<void> {
  const real = await locate(location);
  await explained(location.path, mkdir(real, { recursive: true, mode: 0o700 }));
  await assertReal(real);
}

/** Replaces the file, or creates it. */
export async function writeFile(
  location: Location,
  content: Uint8Array,
  options: WriteOptions,
): Promise<void> {
  const parent = parentOf(location);
  if (options.createFolders) await makeFolder(parent);
  if (!(await statEntry(parent))) {
    throw new Fault("missing", `The folder "${parent.path}" does not exist.`, {
      hint: "Create the folder first, or set the option that creates missing folders.",
    });
  }
  const entry = await statEntry(location);
  if (entry?.kind === "directory") {
    throw new Fault("conflict", `"${location.path}" is a folder.`, {
      hint: "Use the path to a file in this folder.",
    });
  }
  await explained(
    location.path,
    replaceFile(await locate(location), content, options.beforeReplace),
  );
}

/** Extends the file, or creates it. */
export async function appendFile(
  location: Location,
  content: Uint8Array,
  options: WriteOptions,
): Promise<void> {
  const there = await readOrEmpty(location, Number.POSITIVE_INFINITY);
  await writeFile(location, Buffer.concat([there, content]), options);
}

/** Replaces the file's text, "" where there is none, by what `change` makes of it. */
export async function editFile(
  location: Location,
  change: (text: string) => string,
  { maxBytes }: { maxBytes: number },
): Promise<void> {
  const there = Buffer.from(await readOrEmpty(location, maxBytes)).toString();
  const wanted = change(there);
  if (wanted !== there) await writeFile(location, Buffer.from(wanted), { createFolders: true });
}

async function readOrEmpty(location: Location, maxBytes: number): Promise<Uint8Array> {
  return (await statEntry(location)) ? readFile(location, { maxBytes }) : new Uint8Array();
}
