import { Fault } from "@reeve/sdk";

/** The base64 of an image, of which a client may have sent a `data:` address. */
export function readImageData(text: string): string {
  if (!text.startsWith("data:")) return text;
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(text) ?? [];
  if (data !== undefined) return data;
  throw new Fault("invalid", "The image is a data: address that is not in base64.", {
    hint: "Write it like data:image/png;base64,….",
  });
}
