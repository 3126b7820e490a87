import { Fault, type FaultCode } from "@reeve/sdk";

interface Explanation {
  readonly code: FaultCode;
  readonly says: string;
  readonly hint: string;
}

const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  ENOENT: {
    code: "missing",
    says: "does not exist",
    hint: "List the folder to see what it contains.",
  },
  ENOTDIR: {
    code: "missing",
    says: "contains a file where a folder is expected",
    hint: "List the parent folder to see what it contains.",
  },
  EISDIR: { code: "conflict", says: "is a folder", hint: "Use the path to a file in this folder." },
  EINVAL: {
    code: "invalid",
    says: "cannot be used this way",
    hint: "A folder cannot be moved into itself.",
  },
  ENOTEMPTY: {
    code: "conflict",
    says: "is a folder that is not empty",
    hint: "Set recursive to remove the folder and everything in it.",
  },
  ENAMETOOLONG: { code: "invalid", says: "is too long", hint: "Use a shorter name." },
  ELOOP: {
    code: "denied",
    says: "leads through a symbolic link",
    hint: "Use the path to the file instead of the link.",
  },
  EXDEV: {
    code: "invalid",
    says: "is on another disk",
    hint: "Copy the content to a new file and delete the old file.",
  },
  EACCES: {
    code: "denied",
    says: "is not accessible to this process",
    hint: "Ask the owner to change the file's permissions.",
  },
  EPERM: {
    code: "denied",
    says: "is not accessible to this process",
    hint: "Ask the owner to change the file's permissions.",
  },
  EROFS: {
    code: "denied",
    says: "is on a read-only disk",
    hint: "Ask the owner to move the workspace.",
  },
  ENOSPC: {
    code: "exhausted",
    says: "could not be written: the disk is full",
    hint: "Delete files, or ask the owner to free space.",
  },
  EDQUOT: {
    code: "exhausted",
    says: "could not be written: the disk quota is exceeded",
    hint: "Delete files, or ask the owner to free space.",
  },
};

/** Rejects with a fault that names `path` where the operating system's error is one a caller can act on. */
export function explained<Value>(path: string, work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    const explanation = EXPLANATIONS[codeOf(error)];
    if (!explanation) throw error;
    const { code, says, hint } = explanation;
    throw new Fault(code, `"${path}" ${says}.`, { hint, cause: error });
  });
}

/** Returns the value, or undefined where the file is not there. */
export function orAbsent<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return String(error.code);
}
