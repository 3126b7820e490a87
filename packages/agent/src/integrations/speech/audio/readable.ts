import { Fault } from "@reeve/sdk";
import { AudioError } from "voice-note-audio";
import { unreadable } from "../../../kernel/unreadable.ts";

/** Reads a recording; one that cannot be read is an `invalid` fault with advice. */
export async function readable<Read>(read: () => Promise<Read> | Read): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    if (error.code === "invalid") throw brokenAudio(error.message, error);
    throw new Fault("aborted", "Encoding was cancelled.", { cause: error });
  }
}

/** Creates the fault for a recording that cannot be read; `reason` is a clause about it. */
export function brokenAudio(reason: string, cause?: AudioError): Fault {
  return unreadable("garbled", `The recording cannot be read: ${reason}.`, {
    hint: "Send it again, as a voice message or as MP3, M4A, OGG or WAV.",
    cause,
  });
}
