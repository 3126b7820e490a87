import { constants } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import { tooLargeFault } from "../../platform/read-limited.ts";
import type { Secret } from "../../platform/secret.ts";
import { reasonOf } from "../kit/platform-api.ts";
import { TELEGRAM_API } from "./config.ts";

interface LocalFileOptions {
  readonly token: Secret;
  readonly apiRoot: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Reads a file of the bot that a Bot API server with `--local` has stored on this machine. The server
 * names it by its path, which is in a folder named by the token; others are not read.
 */
export async function readLocalFile(
  file: string,
  { token, apiRoot, maxBytes, signal }: LocalFileOptions,
): Promise<Uint8Array> {
  const folders = path.normalize(file).split(path.sep).slice(0, -1);
  if (apiRoot === TELEGRAM_API || !folders.includes(token.reveal()))
    throw new Fault("denied", "The Bot API server named a file that is not the bot's.");
  const read = async () => {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    const { size } = await handle.stat();
    if (size > maxBytes) throw tooLargeFault(size, maxBytes);
    return await handle.readFile({ signal });
  };
  const made = await attempt(read());
  if (made.status === "fulfilled") return made.value;
  signal.throwIfAborted();
  if (made.reason instanceof Fault) throw made.reason;
  // The error's message contains the path, which contains the token.
  const reason = reasonOf(made.reason);
  throw new Fault("unavailable", `Cannot read a file of the Bot API server: ${reason}`, {
    hint: "The agent needs the server's folder, readable and under the same path.",
  });
}
