import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import type { ChannelFiles } from "../../core/attachments.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Media } from "../../kernel/envelope.ts";
import { unreadable } from "../../kernel/unreadable.ts";
import { createFileKeeper } from "../../platform/file-keeper.ts";

/** A file as a client sends it. */
export interface UploadedFile {
  readonly name: string;
  /** As the client names it: `application/pdf`. */
  readonly mediaType?: string | undefined;
  readonly data: Uint8Array;
  /** The person recorded it to be heard as their words. */
  readonly isVoice?: boolean | undefined;
}

/** Files that clients of the API send with messages. */
export interface Uploads {
  /** Stores a file. The same content is stored once. */
  readonly keep: (file: UploadedFile) => Promise<Media>;
  readonly files: ChannelFiles;
}

/** Keeps uploads in a folder for 30 days. */
export function createUploads(folder: string, clock: Clock): Uploads {
  const keepFile = createFileKeeper(folder, clock);
  return {
    async keep({ name, mediaType, data, isVoice }) {
      const digest = createHash("sha256").update(data).digest("hex").slice(0, 32);
      const ref = path.basename(await keepFile(digest, { name: name.slice(-100), data }));
      const kind = isVoice ? "voice" : kindOf(mediaType);
      return { kind, file: { ref, name, mediaType, bytes: data.length } };
    },
    files: {
      async fetch(ref, { maxBytes }) {
        const file = path.join(folder, path.basename(ref));
        const found = await attempt(stat(file));
        if (found.status === "rejected")
          throw new Fault("missing", "The file was sent more than 30 days ago.", {
            hint: "Send it again.",
          });
        if (found.value.size > maxBytes)
          throw unreadable("huge", `The file is larger than ${maxBytes} bytes.`);
        return readFile(file);
      },
    },
  };
}

function kindOf(mediaType = ""): string {
  if (mediaType.startsWith("image/")) return "photo";
  if (mediaType.startsWith("audio/")) return "audio";
  return "document";
}
