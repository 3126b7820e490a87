import { SandboxError } from "./error.ts";

/** Returns the error for a machine without bubblewrap. */
export function absent(): SandboxError {
  return new SandboxError(
    "no-bubblewrap",
    "Commands need a sandbox, but bubblewrap is not installed.",
    {
      hint: "Install it (apt-get install bubblewrap).",
    },
  );
}

/** Returns the error for a system that has no sandbox. */
export function foreign(): SandboxError {
  return new SandboxError(
    "unsupported",
    `There is no sandbox for ${process.platform} on ${process.arch}.`,
    {
      hint: "Use Linux on x64 or arm64.",
    },
  );
}
