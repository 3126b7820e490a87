/** Reason for an `AudioError`: the recording cannot be read, or the caller's signal was aborted. */
export type AudioErrorCode = "aborted" | "invalid";

/** Expected failure; the message is a clause about the recording, such as "its end is missing". */
export class AudioError extends Error {
  override readonly name = "AudioError";
  readonly code: AudioErrorCode;

  constructor(code: AudioErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Creates the error for a recording that cannot be read. */
export function brokenAudio(message: string): AudioError {
  return new AudioError("invalid", message);
}
