import { readFile, stat } from "node:fs/promises";
import { Fault } from "@reeve/sdk";
import { inspectImage } from "../../kernel/image.ts";

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;

/** An image from a file, in base64. What the agent would not take is refused before it is sent. */
export async function readImage(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new Fault("missing", `File not found: ${file}`, { hint: "Check the path." });
  if (found.size > MAX_BYTES) {
    const size = (found.size / MEGABYTE).toFixed(1);
    throw new Fault("exhausted", `${file} has ${size} MB; the maximum for an image is 5 MB.`, {
      hint: "Make the image smaller.",
    });
  }
  const data = (await readFile(file)).toString("base64");
  if (!inspectImage(data))
    throw new Fault("invalid", `${file} is not a supported image.`, {
      hint: "Use PNG, JPEG, GIF or WebP.",
    });
  return data;
}
