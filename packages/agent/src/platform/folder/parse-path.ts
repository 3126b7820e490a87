import { Fault } from "@reeve/sdk";

const MAX_PATH = 1000;
const MAX_SEGMENT_BYTES = 255;

/**
 * "./a//b" → ["a", "b"]; the folder itself is []. Throws `denied` for a path
 * that is written so that it leads out, `invalid` for one that cannot be a path.
 */
export function parsePath(path: string): readonly string[] {
  const shown = JSON.stringify(path.slice(0, 100));
  if (path.includes("\0")) {
    throw new Fault("denied", `The path ${shown} contains a NUL character.`, {
      hint: "Remove the character.",
    });
  }
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) {
    throw new Fault("denied", `The path ${shown} is absolute.`, {
      hint: 'Use a path relative to the workspace, such as "downloads/report.txt".',
    });
  }

  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) {
    throw new Fault("denied", `The path ${shown} contains "..".`, {
      hint: 'Use a path from the top of the workspace, without "..".',
    });
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) {
    throw new Fault("invalid", `The path ${shown} contains a backslash or a control character.`, {
      hint: 'Separate folders with "/" and use only printable characters.',
    });
  }
  const tooLong = segments.some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES);
  if (tooLong || path.length > MAX_PATH) {
    throw new Fault("invalid", `The path ${shown} is too long.`, {
      hint: `Use names of at most ${MAX_SEGMENT_BYTES} bytes and paths of at most ${MAX_PATH} characters.`,
    });
  }
  return segments;
}
