import { Fault } from "@reeve/sdk";

/** What a body is, as its header says. */
export interface MediaType {
  /** Such as `text/html`, in lower case. */
  readonly essence: string;
  readonly charset: string | undefined;
}

/** Reads a content-type header. */
export function parseMediaType(header: string | undefined): MediaType {
  const [essence = "", ...params] = (header ?? "").split(";");
  const charset = params
    .map((param) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(param)?.[1])
    .find((label) => label !== undefined);
  return { essence: essence.trim().toLowerCase(), charset };
}

/** HTML has to be made readable; other text is text already. */
export function isHtml({ essence }: MediaType): boolean {
  return essence === "text/html" || essence === "application/xhtml+xml";
}

/** Throws `invalid` with what to do instead for what is not text. */
export function assertText({ essence }: MediaType, url: URL): void {
  if (/^text\/|^application\/(json|xml)$|\+(json|xml)$/.test(essence)) return;
  const hint =
    essence === "application/pdf"
      ? "Use document_read for PDF files."
      : "Only pages, text, JSON and XML can be read.";
  throw new Fault("invalid", `${url.href} is ${essence || "of an unknown type"}, not text.`, {
    hint,
  });
}
