/** Where Meta keeps what people send. */
const HOSTS = ["fbsbx.com", "fbcdn.net", "whatsapp.net", "facebook.com"];

/** Whether the token may be shown to the host of an address: Meta's own by https, or the API's itself. */
export function isMediaHost(address: string, apiRoot: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (url.origin === new URL(apiRoot).origin) return true;
  const isMeta = HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return isMeta && url.protocol === "https:" && url.port === "";
}
