/** A document and its name. */
export interface DocumentFile {
  readonly name: string;
  /** Such as `application/pdf`. The bytes count more. */
  readonly mediaType?: string | undefined;
  readonly data: Uint8Array;
}

/** A picture as models accept it. */
export interface Picture {
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Base64, without a prefix. */
  readonly data: string;
}

/** A page of a document that is a picture and has hardly any text. */
export interface PageScan extends Picture {
  /** Counted from 1. */
  readonly page: number;
  /** Mark in the document's text at the position of this page. */
  readonly mark: string;
}

/** Text of a document. In it, a mark replaces each page in `scans`. */
export interface DocumentText {
  readonly kind: "pdf" | "text" | "office";
  readonly text: string;
  /** True if the document has more than `text`. */
  readonly isCut: boolean;
  /** Number of pages of a PDF. */
  readonly pages?: number | undefined;
  /** Pages that only a model that reads images can read; the first few of them. */
  readonly scans?: readonly PageScan[] | undefined;
}
