import type { ReplyPart } from "../kernel/reply.ts";

/** A text as it leaves. One with addresses is shown without preview: loading it would tell its host what stands there. */
export function textPart(text: string): ReplyPart {
  const isPlain = ADDRESS.test(text);
  return { type: "text", text, ...(isPlain && { links: "plain" }) };
}

/** The same for a part that is ready, whatever it is. */
export function withoutPreview(part: ReplyPart): ReplyPart {
  return part.type === "text" ? { ...part, ...textPart(part.text) } : part;
}

/** Matches all that a client may take for an address: a scheme, an image, a name with a dot in it, or numbers. */
const ADDRESS =
  /\b[a-z][a-z\d+.-]*:\/\/|!\[[^\]]*\]\(|[\p{L}\p{N}](?:[.。．｡])\p{L}{2,}|\d{1,3}(?:\.\d{1,3}){3}/iu;
