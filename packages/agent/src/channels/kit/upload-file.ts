import { attempt } from "../../kernel/attempt.ts";
import type { FilePart } from "../../kernel/reply.ts";
import type { Log } from "../../platform/log.ts";
import type { Texts } from "../../platform/texts.ts";
import type { ChannelHost } from "./channel-host.ts";
import { LINK_DAYS } from "./file-links.ts";

export interface UploadFileDeps<Upload> extends Pick<ChannelHost, "readFile" | "linkTo"> {
  readonly texts: Pick<Texts, "delivery">;
  /** Uploads the file; undefined if the platform does not accept such files. */
  readonly upload: (data: Uint8Array) => Promise<Upload | undefined>;
  /** Returns whether an error of `upload` is a refusal of the file. Other errors are rethrown. */
  readonly isRefused: (error: unknown) => boolean;
  readonly log: Pick<Log, "warn">;
}

/**
 * Uploads a file. If that is not possible, returns the line that is sent in its place: a link to the file, or
 * why it is missing.
 */
export async function uploadFile<Upload>(
  { name, mediaType, path }: Pick<FilePart, "name" | "mediaType" | "path">,
  { texts: { delivery }, readFile, linkTo, upload, isRefused, log }: UploadFileDeps<Upload>,
): Promise<{ readonly upload: Upload } | { readonly line: string }> {
  const read = await attempt(readFile(path));
  if (read.status === "rejected") {
    log.warn("failed to read file", { path, error: read.reason });
    return { line: delivery.fileGone({ name }) };
  }
  const sent = await attempt(upload(read.value));
  if (sent.status === "fulfilled" && sent.value !== undefined) return { upload: sent.value };
  const error: unknown = sent.status === "rejected" ? sent.reason : undefined;
  if (error !== undefined && !isRefused(error)) throw error;
  const bytes = read.value.byteLength;
  log.warn("failed to send file", {
    name,
    mediaType,
    bytes,
    ...(error !== undefined && { error }),
  });
  const url = await linkTo?.({ name, path });
  if (url === undefined) return { line: delivery.fileRefused({ name }) };
  return { line: delivery.fileLink({ name, url, days: LINK_DAYS }) };
}
