/** Returns an address as people know it: the host and the path, without what stands around them. */
export function shortAddress(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname.replace(/\/$/, "")}` : address;
}
