import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";

/** Maximum length of a socket path in bytes. The kernel's limit is 104 on macOS and 108 on Linux. */
const MAX_BYTES = 100;

export interface SocketHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number;
}

/**
 * Returns the socket path of this home's agent: `reeve.sock` in the home, or a hashed name in the user's
 * runtime directory if that path is too long. The directory may not exist yet; the listener creates it with
 * mode 0700.
 */
export function socketPath(home: string, { env, uid }: SocketHost): string {
  const inHome = path.join(path.resolve(home), "reeve.sock");
  if (Buffer.byteLength(inHome) <= MAX_BYTES) return inHome;

  const name = createHash("sha256").update(inHome).digest("hex").slice(0, 16);
  const directory = env["XDG_RUNTIME_DIR"] || path.join(tmpdir(), `reeve-${uid}`);
  return path.join(directory, `reeve-${name}.sock`);
}
