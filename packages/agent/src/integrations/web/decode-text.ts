import type { MediaType } from "./media-type.ts";

/** HTML names its encoding at its beginning. */
const PRESCAN_BYTES = 1024;

/** Text of a body: its encoding stands in the header, in HTML also in the page, else it is UTF-8. */
export function decodeText(body: Uint8Array, { essence, charset }: MediaType): string {
  const label = charset ?? (essence.includes("html") ? charsetInHtml(body) : undefined);
  return (decoderFor(label ?? "utf-8") ?? new TextDecoder()).decode(body);
}

function charsetInHtml(body: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(body.subarray(0, PRESCAN_BYTES));
  return /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
}

/** Undefined for an encoding that nobody knows; the decoder says so only by throwing. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
