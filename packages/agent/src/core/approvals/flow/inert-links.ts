import type { PromptText } from "../../prompt-text.ts";
import { canonicalOf, linksIn } from "./addresses.ts";
import { isTrustedFor, type RequestContext } from "./request-context.ts";

/**
 * Returns a reply in which addresses that the model composed are spelled out as code, so that no client loads
 * or opens them by itself, and images are never loaded. Where no private and untrusted text stand in one
 * prompt, and for given addresses, links stay links.
 */
export function withInertLinks(
  reply: string,
  texts: readonly PromptText[],
  asking: Pick<RequestContext, "asker" | "integrity">,
): string {
  if (reply.search(LINKS) === -1) return reply;
  const untrusted = texts.filter(({ label }) => !isTrustedFor(label, asking));
  const isPrivate = texts.some(({ label }) => label.audience !== "all");
  if (untrusted.length === 0 || !isPrivate) return reply;
  const outside = untrusted.filter(({ isOutside }) => isOutside);
  const trusted = texts.filter((text) => !untrusted.includes(text));
  const given = new Set(
    [...trusted, ...outside].flatMap((text) => linksIn(text).map(({ address }) => address)),
  );
  const isGiven = (address: string) => given.has(canonicalOf(address) ?? "");
  return reply
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : spellOut(part, isGiven)))
    .join("");
}

/** Code is shown as it stands. */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/;

const ADDRESS = String.raw`(?:https?:)?//[^\s<>"'${"`"})\]]+`;

const LINKS = new RegExp(
  [
    String.raw`!\[(?<alt>[^\]]*)\](?:\(\s*<?(?<image>[^\s>)]+)[^)]*\)|\[[^\]]*\])`,
    String.raw`\[(?<title>[^\]]+)\]\(\s*<?(?<target>[^\s>)]+)[^)]*\)`,
    String.raw`^[ \t]*\[(?<ref>[^\]]+)\]:[ \t]*<?(?<defined>[^\s>]+).*$`,
    `<?(?<plain>${ADDRESS})>?`,
    String.raw`(?<![\p{L}\p{N}@/.:_-])(?<bare>(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/[^\s<>"')\]]*)`,
  ].join("|"),
  "gimu",
);

function spellOut(text: string, isGiven: (address: string) => boolean): string {
  return text.replaceAll(LINKS, (written: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const { alt, image, title, target, ref, defined, plain, bare } = toGroups(groups);
    if (alt !== undefined) return image === undefined ? alt : `${alt} ${asCode(image)}`.trim();
    const address = target ?? defined ?? plain ?? bare ?? "";
    if (isGiven(address.replace(/[.,;:!?]+$/, ""))) return written;
    if (title !== undefined) return `${title} ${asCode(address)}`;
    return ref === undefined ? asCode(address) : `${ref}: ${asCode(address)}`;
  });
}

function toGroups(groups: unknown): Readonly<Record<string, string | undefined>> {
  return typeof groups === "object" && groups !== null ? { ...groups } : {};
}

function asCode(address: string): string {
  return `\`${address}\``;
}
