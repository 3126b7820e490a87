import { ROLES, TOKEN_SCOPES } from "@reeve/operations/access";
import { z } from "zod";
import { type HttpOptions, readAnswer } from "./http.ts";

const me = z.looseObject({
  person: z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) }),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  via: z.enum(["token", "cookie"]),
});

/** The person behind a token or a browser's cookie, and what it may do. */
export type Me = z.output<typeof me>;

/** Rejects with `denied` without valid credentials. */
export async function whoAmI({ url, headers, fetch: send = fetch }: HttpOptions): Promise<Me> {
  return me.parse(await readAnswer(await send(new URL("/v1/me", url), { headers })));
}

/** Signs this browser out. */
export async function signOut({ url, headers, fetch: send = fetch }: HttpOptions): Promise<void> {
  await send(new URL("/v1/sign-out", url), { method: "POST", headers });
}
