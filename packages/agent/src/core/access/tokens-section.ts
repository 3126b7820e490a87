import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import { TOKEN_SCOPES } from "../../kernel/token-scope.ts";
import type { Store } from "../../store/store.ts";
import type { ApiToken } from "../../store/tokens.ts";
import type { Access } from "../access.ts";
import { type ControlSection, defineMethod } from "../control.ts";
import { mintCredential, type RandomBytes } from "./credential.ts";

export interface TokensParts {
  readonly store: Pick<Store, "read" | "commit">;
  readonly access: Access;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Where browsers reach the gateway. Throws `unavailable`, saying why, while it does not listen. */
  readonly url: () => string;
}

const DAY_MS = 86_400_000;

/** By what programs and browsers are let in. Everybody sees and makes their own; the owner those of all. */
export function tokensSection(parts: TokensParts): ControlSection {
  const { store, access, clock, randomBytes, url } = parts;
  return {
    name: "tokens",
    methods: {
      list: defineMethod({
        summary: "Tokens with their names, scopes and last use; never their secrets.",
        params: z.object({}),
        run: async (_params, { person }) => {
          const tokens = await store.read.tokens.list(person.tenant);
          const seen = tokens.filter((token) => isOwner(person) || token.person === person.id);
          const people = new Set(seen.map((token) => token.person));
          const names = new Map<string, string>();
          for (const id of people)
            names.set(id, (await store.read.people.byId(id))?.name ?? "nobody");
          return seen.map((token) => ({ ...toShown(token), owner: names.get(token.person) }));
        },
      }),
      create: defineMethod({
        summary: "Make a token; its text is told this once.",
        params: z.object({
          name: z.string().trim().min(1).max(100).describe("What it is for."),
          scopes: z
            .array(z.enum(TOKEN_SCOPES))
            .min(1)
            .default(["chat"])
            .describe("What it may be used for; each scope holds those before it."),
          person: z
            .string()
            .min(1)
            .optional()
            .describe("Whose it is, by id or name; yours if left out."),
          days: z
            .number()
            .positive()
            .max(3650)
            .optional()
            .describe("After how many days it ends; without it, when it is revoked."),
        }),
        run: async ({ name, scopes, person: whose, days }, { person: by }) => {
          const person = await findPerson(whose, by, store);
          const { id, text, digest } = mintCredential("rv", randomBytes);
          const now = clock.now();
          const token = {
            id,
            tenant: by.tenant,
            person: person.id,
            name,
            scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
            digest,
            createdAt: now,
            expiresAt: days === undefined ? null : Math.round(now + days * DAY_MS),
          };
          await store.commit("change-access", (tx) => tx.tokens.add(token));
          const shown = toShown({ ...token, lastUsedAt: null, revokedAt: null });
          return { ...shown, owner: person.name, token: text };
        },
      }),
      revoke: defineMethod({
        summary: "Take a token back; it opens nothing from now on.",
        params: z.object({ id: z.string() }),
        run: async ({ id }, { person }) => {
          const token = await store.read.tokens.byId(id);
          const isTheirs =
            token?.tenant === person.tenant && (isOwner(person) || token.person === person.id);
          const isRevoked =
            isTheirs &&
            (await store.commit("change-access", (tx) =>
              tx.tokens.revoke(person.tenant, id, clock.now()),
            ));
          if (!isRevoked)
            throw new Fault("missing", `There is no token ${id} to revoke.`, {
              hint: "Take its id from `reeve tokens list`.",
            });
          return { revoked: id };
        },
      }),
      link: defineMethod({
        summary: "An address that signs a browser in as you, once, within ten minutes.",
        params: z.object({}),
        run: async (_params, { person: { tenant, id } }) => {
          const base = url();
          const { code, expiresAt } = await access.invite({ tenant, person: id });
          return { url: `${base}/open?code=${code}`, expiresAt };
        },
      }),
      "sign-out": defineMethod({
        summary: "Sign all your browsers out.",
        params: z.object({}),
        run: async (_params, { person: { tenant, id } }) => {
          const browsers = await store.commit("change-access", (tx) =>
            tx.webSessions.removeOf({ tenant, person: id }),
          );
          return { browsers };
        },
      }),
    },
  };
}

function toShown({ id, name, person, scopes, createdAt, expiresAt, ...token }: ApiToken) {
  const { lastUsedAt, revokedAt } = token;
  return { id, name, person, scopes, createdAt, expiresAt, lastUsedAt, revokedAt };
}

async function findPerson(
  text: string | undefined,
  by: Principal,
  store: TokensParts["store"],
): Promise<Principal> {
  if (text === undefined || text === by.id) return by;
  if (!isOwner(by)) throw new Fault("denied", "Only the owner makes tokens for others.");
  const [found, ...others] = await store.read.people.named(by.tenant, text);
  if (found && others.length === 0) return found;
  throw new Fault("missing", found ? `Several people are called ${text}.` : `Nobody is ${text}.`, {
    hint: "Take an id from `reeve people`.",
  });
}

function isOwner({ role }: Principal): boolean {
  return isAtLeast(role, "owner");
}
