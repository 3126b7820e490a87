import { Fault } from "@reeve/sdk";

/** The base64 of an image, of which a client may have sent a `data:` address. */
export function readImageData(text: string): string {
  if (!text.startsWith("data:")) return text;
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(text) ?? [];
  if (data !== undefined) return data;
  throw new Fault("invalid", "The image is a data: URL without base64.", {
    hint: "Example: data:image/png;base64,…",
  });
}
