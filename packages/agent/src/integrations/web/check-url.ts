import { Fault } from "@reeve/sdk";

/** Ports of the first 1,024 that belong to the web. */
const WEB_PORTS: readonly number[] = [80, 443];

/**
 * Reads the address of a page, possibly relative to `base`. Throws `invalid` for what is
 * no address of the web and `denied` for a port that is none of the web's business.
 */
export function checkUrl(
  text: string,
  { base, blockedPorts }: { base?: URL | undefined; blockedPorts: readonly number[] },
): URL {
  const url = URL.parse(text, base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Fault("invalid", `"${text.slice(0, 200)}" is not an http or https URL.`, {
      hint: "Use a complete URL, such as https://example.com/page.",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new Fault("invalid", `The URL for ${url.host} contains a user name or password.`, {
      hint: "Remove the part before the @.",
    });
  }
  const port = url.port === "" ? undefined : Number(url.port);
  if (port !== undefined && isBlocked(port, blockedPorts)) {
    throw new Fault("denied", `web_fetch may not use port ${port} on ${url.hostname}.`, {
      hint: "Only ports 80, 443 and above 1023 are allowed, except ports listed in web.blockedPorts.",
    });
  }
  url.hash = "";
  return url;
}

function isBlocked(port: number, blockedPorts: readonly number[]): boolean {
  return (port < 1024 && !WEB_PORTS.includes(port)) || blockedPorts.includes(port);
}
