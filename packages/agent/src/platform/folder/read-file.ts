import { createHash } from "node:crypto";
import { Fault } from "@reeve/sdk";
import { explained } from "./explain-error.ts";
import { locate, type Location } from "./location.ts";
import { statEntry } from "./stat-entry.ts";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { assertReal } from "./confine.ts";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Returns the whole file; `exhausted` when it is larger than `maxBytes`. */
export async function readFile(
  location: Location,
  { maxBytes }: { maxBytes: number },
): Promise<Uint8Array> {
  const real = await locate(location);
  return explained(
    location.path,
    useFile(real, async (file, bytes) => {
      if (bytes > maxBytes) {
        throw new Fault(
          "exhausted",
          `"${location.path}" is ${bytes} bytes long; the maximum is ${maxBytes}.`,
          { hint: "Raise the limit, or use a smaller file." },
        );
      }
      return file.readFile();
    }),
  );
}

/** SHA-256 of the file in hex, or undefined where there is no file. */
export async function digestFile(location: Location): Promise<string | undefined> {
  const entry = await statEntry(location);
  if (entry?.kind !== "file") return undefined;
  const real = await locate(location);
  return explained(
    location.path,
    useFile(real, async (file) => {
      const hash = createHash("sha256");
      for await (const chunk of file.readableWebStream()) hash.update(chunk);
      return hash.digest("hex");
    }),
  );
}

/** Opens the regular file at the resolved `path`, and no other, for as long as `use` runs. */
async function useFile<Result>(
  path: string,
  use: (file: FileHandle, bytes: number) => Promise<Result>,
): Promise<Result> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  await assertReal(dirname(path));
  const stats = await file.stat();
  if (!stats.isFile()) {
    throw new Fault("conflict", "The path is a folder or a device, not a file.", {
      hint: "List the folder, or use the path to a file in it.",
    });
  }
  if (stats.nlink > 1) {
    throw new Fault(
      "denied",
      "The file is a hard link: it has another name, perhaps outside the workspace.",
      {
        hint: "Copy the file into the workspace, and use the copy.",
      },
    );
  }
  // Awaited here: the file is closed as soon as this function returns.
  return await use(file, stats.size);
}
