import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Access } from "../../../core/access.ts";
import { ROLES } from "../../../kernel/principal.ts";
import { TOKEN_SCOPES } from "../../../kernel/token-scope.ts";
import { formatCookies } from "../auth/cookies.ts";
import { csrfTokenOf } from "../auth/csrf.ts";
import { defineOpenRoute, defineRoute, type Route } from "../route.ts";

export interface AccessRouteDeps {
  readonly access: Pick<Access, "enter" | "leave">;
}

const TAGS = ["access"];

/** How browsers get in and out, and who one is. */
export function accessRoutes({ access }: AccessRouteDeps): readonly Route[] {
  return [
    defineOpenRoute({
      method: "GET",
      path: "/open",
      summary: "Sign in a browser with the one-time link from `reeve open`.",
      tags: TAGS,
      scope: "open",
      query: z.object({ code: z.string().min(1).max(200).describe("The code from the link.") }),
      answers: { 303: null },
      isLogin: true,
      async run({ query, url, method, headers }, { clock }) {
        // Programs that look ahead would use the link up.
        if (method === "HEAD" || headers.get("sec-purpose")?.includes("prefetch"))
          throw new Fault("invalid", "A sign-in link can only be opened by a browser.");
        const entered = await access.enter(query.code);
        if (!entered)
          throw new Fault("denied", "This sign-in link is invalid or has expired.", {
            hint: "To print a new link, run: reeve open",
          });
        const { cookie: session, expiresAt } = entered;
        const maxAgeSeconds = Math.round((expiresAt - clock.now()) / 1000);
        return leadHome({
          session,
          csrf: csrfTokenOf(session),
          maxAgeSeconds,
          protocol: url.protocol,
        });
      },
    }),
    defineRoute({
      method: "POST",
      path: "/v1/sign-out",
      summary: "Sign out this browser.",
      tags: TAGS,
      scope: "read",
      repeat: "again",
      answers: { 204: null },
      async run({ url }, { caller }) {
        if (caller.via === "cookie") await access.leave(caller.id);
        const { protocol } = url;
        const headers = cookieHeaders({ session: "", csrf: "", maxAgeSeconds: 0, protocol });
        return new Response(null, { status: 204, headers });
      },
    }),
    defineRoute({
      method: "GET",
      path: "/v1/me",
      summary: "Show who you are and what these credentials allow.",
      tags: TAGS,
      scope: "read",
      answers: {
        200: z.object({
          person: z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) }),
          scopes: z.array(z.enum(TOKEN_SCOPES)),
          via: z.enum(["token", "cookie"]),
        }),
      },
      async run(_request, { caller: { person, scopes, via } }) {
        const { id, name, role } = person;
        return { person: { id, name, role }, scopes, via };
      },
    }),
  ];
}

function leadHome(cookies: Parameters<typeof formatCookies>[0]): Response {
  const headers = cookieHeaders(cookies);
  headers.set("location", "/");
  return new Response(null, { status: 303, headers });
}

function cookieHeaders(cookies: Parameters<typeof formatCookies>[0]): Headers {
  return new Headers(
    formatCookies(cookies).map((cookie): [string, string] => ["set-cookie", cookie]),
  );
}
