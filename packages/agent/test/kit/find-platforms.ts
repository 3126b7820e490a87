import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Platform } from "../../src/channels/kit/testing/stage.ts";

const CHANNELS = path.resolve(import.meta.dirname, "../../src/channels");

interface FoundPlatform {
  /** Name of the channel. */
  readonly name: string;
  readonly openPlatform: () => Promise<Platform>;
}

/** Finds the platforms of all channels: those whose folder has a `testing/stage.ts`. `REEVE_CHANNEL` chooses one. */
export async function findPlatforms(): Promise<readonly FoundPlatform[]> {
  const only = process.env["REEVE_CHANNEL"];
  const files = await readdir(CHANNELS, { recursive: true });
  const stages = files.filter((file) => /^[^/]+\/testing\/stage\.ts$/.test(file)).toSorted();
  const found = await Promise.all(
    stages.map(async (file) => {
      const [name = ""] = file.split("/");
      const module: Partial<FoundPlatform> = await import(
        pathToFileURL(path.join(CHANNELS, file)).href
      );
      const { openPlatform } = module;
      return openPlatform ? [{ name, openPlatform }] : [];
    }),
  );
  return found.flat().filter(({ name }) => only === undefined || name === only);
}
