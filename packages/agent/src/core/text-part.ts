import type { ReplyPart } from "../kernel/reply.ts";
import { hostsIn } from "./approvals/values-in.ts";

/** A text as it leaves. One with addresses is shown without preview: loading it would tell its host what stands there. */
export function textPart(text: string): ReplyPart {
  const isPlain = ADDRESS.test(text) || hostsIn(text).size > 0;
  return { type: "text", text, ...(isPlain && { links: "plain" }) };
}

/** The same for a part that is ready, whatever it is. */
export function withoutPreview(part: ReplyPart): ReplyPart {
  return part.type === "text" ? { ...part, ...textPart(part.text) } : part;
}

const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/|!\[[^\]]*\]\(|\bwww\./i;
