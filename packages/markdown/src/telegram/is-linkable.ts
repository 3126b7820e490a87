/**
 * Whether words can be a link to `url`. Telegram silently drops links to mail addresses and
 * to hosts without a dot; one with a name before its host misleads people.
 */
export function isLinkable(url: string): boolean {
  if (url.length > MAX_URL_UNITS || !/^(?:https?:\/\/|tg:\/\/)/i.test(url)) return false;
  const parsed = URL.parse(url);
  if (!parsed || parsed.username !== "") return false;
  return parsed.protocol === "tg:" || /\.|^\[/.test(parsed.hostname);
}

const MAX_URL_UNITS = 2000;
