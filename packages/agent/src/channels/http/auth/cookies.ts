/** Names of the session cookie. With https, no other site can set the `__Host-` one. */
const NAMES = ["__Host-reeve_session", "reeve_session"] as const;

/** Readable to our pages, which repeat it in `x-csrf-token`. */
const CSRF_NAME = "reeve_csrf";

/** Returns the session in a Cookie header. */
export function sessionIn(header: string | null): string | undefined {
  const cookies = new Map(
    (header ?? "").split(";").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  return NAMES.map((name) => cookies.get(name)).find((value) => value !== undefined);
}

export interface BrowserCookies {
  readonly session: string;
  readonly csrf: string;
  /** Lifetime in seconds; zero removes the cookies. */
  readonly maxAgeSeconds: number;
  /** `https:` if the browser used that. */
  readonly protocol: string;
}

/** Returns the Set-Cookie headers that sign a browser in or out. */
export function formatCookies({
  session,
  csrf,
  maxAgeSeconds,
  protocol,
}: BrowserCookies): readonly string[] {
  const isSecure = protocol === "https:";
  const shared = `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  const [secureName, plainName] = NAMES;
  return [
    `${isSecure ? secureName : plainName}=${session}; ${shared}; HttpOnly`,
    `${CSRF_NAME}=${csrf}; ${shared}`,
  ];
}
