import { inlineText } from "./inline-text.ts";
import type { Link } from "./markdown.ts";

/**
 * Returns the target of a link, formatted for people, unless its text shows it. Also undefined if it leads
 * nowhere outside the text.
 */
export function unseenAddress({ url, children }: Link): string | undefined {
  const address = url.replace(/^mailto:/i, "").trim();
  if (address === "" || address.startsWith("#")) return;
  const seen = inlineText(children).trim();
  const isSeen = [address, url, address.replace(/\/$/, ""), address.replace(/^http:\/\//, "")];
  return isSeen.includes(seen) ? undefined : address;
}
