/** Media types of files that people send each other, by the end of their names. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["mp4", "video/mp4"],
  ["mov", "video/quicktime"],
  ["webm", "video/webm"],
  ["ogg", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["wav", "audio/wav"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["json", "application/json"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
]);

/** Returns the media type of a file by its name; `application/octet-stream` if it is unknown. */
export function mediaTypeOf(name: string): string {
  const [, end = ""] = name.toLowerCase().match(/\.([a-z0-9]+)$/) ?? [];
  return TYPES.get(end) ?? "application/octet-stream";
}
