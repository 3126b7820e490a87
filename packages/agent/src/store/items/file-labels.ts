import type { Label } from "../../kernel/label.ts";

/** Content and path that a label was stored for. */
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
  /** Stores a label; the file's effective label is the join of all labels stored for it. */
  put(tenant: string, file: LabelledFile): Promise<void>;
  /** Returns the label of a content, wherever it is stored; the join of all if there are several. */
  ofDigest(tenant: string, digest: string): Promise<Label | undefined>;
  /** Returns every file that ever had a label, at a path or in the folder of that path; "" for all. */
  under(tenant: string, path: string): Promise<readonly LabelledFile[]>;
}
