import { createHash } from "node:crypto";
import { Fault } from "@reeve/sdk";
import { explained } from "./explain-error.ts";
import { type Location, locate } from "./location.ts";
import { statEntry } from "./stat-entry.ts";
import { useFile } from "./use-file.ts";

/** The whole file; `exhausted` when it is larger than `maxBytes`. */
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
          `"${location.path}" has ${bytes} bytes; the maximum to read is ${maxBytes}.`,
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
