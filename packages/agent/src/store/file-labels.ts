import type { Label } from "../kernel/label.ts";

/** Which content under which path a label was kept for. */
export interface LabelledFile {
  readonly path: string;
  /** SHA-256 of the content in hex. */
  readonly digest: string;
  readonly label: Label;
}

/**
 * Labels of files written from other people's text. A file without a row is the owner's, and so is one that
 * changed since, because its digest differs.
 */
export interface FileLabelStore {
  /** Keeps the label; the same file has what all labels that were kept for it have in common. */
  put(tenant: string, file: LabelledFile): Promise<void>;
  /** The label of a content, wherever it lies, of several all that they have in common. */
  ofDigest(tenant: string, digest: string): Promise<Label | undefined>;
  /** Every file that a label was ever kept for, at a path or in the folder of that path; "" for all. */
  under(tenant: string, path: string): Promise<readonly LabelledFile[]>;
}
