import { tokens, type TokenView } from "@reeve/operations/people/tokens";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import { TOKEN_SCOPES } from "../../kernel/token-scope.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Store } from "../../store/store.ts";
import type { ApiToken } from "../../store/people/tokens.ts";
import type { Access } from "../access.ts";
import { mintCredential, type RandomBytes } from "./credential.ts";

export interface TokenDeps {
  readonly store: Pick<Store, "read" | "commit">;
  readonly access: Access;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  /** Returns the URL at which browsers reach the gateway. Throws `unavailable` while it does not listen. */
  readonly url: () => string;
}

const DAY_MS = 86_400_000;

export function tokenOperations(deps: TokenDeps): Implementation {
  const { store, access, clock, newId, randomBytes, url } = deps;
  return implement(
    tokens,
    {
      async list(page, { person }) {
        const all = await store.read.tokens.list(person.tenant);
        const seen = all.filter((token) => maySee(token, person));
        const names = new Map<string, string>();
        for (const id of new Set(seen.map((token) => token.person)))
          names.set(id, (await store.read.people.byId(id))?.name ?? "nobody");
        return cutPage(
          seen.map((token) => toShown(token, names.get(token.person) ?? "nobody")),
          page,
          ({ id }) => id,
        );
      },
      async create({ name, scopes = ["chat"], person: whose, days }, { person: by }) {
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
        const shown = toShown({ ...token, lastUsedAt: null, revokedAt: null }, person.name);
        return { ...shown, token: text };
      },
      async revoke({ id }, { person }) {
        const token = await store.read.tokens.byId(id);
        const isRevoked =
          token?.tenant === person.tenant &&
          maySee(token, person) &&
          (await store.commit("change-access", (tx) =>
            tx.tokens.revoke(person.tenant, id, clock.now()),
          ));
        if (!isRevoked)
          throw new Fault("missing", `Token not found: ${id}`, {
            hint: "List your tokens: reeve tokens",
          });
      },
      async link(_input, { person: { tenant, id } }) {
        const base = url();
        const { code, expiresAt } = await access.invite({ tenant, person: id });
        return { url: `${base}/open?code=${code}`, expiresAt };
      },
      async signOut(_input, { person: { tenant, id } }) {
        const browsers = await store.commit("change-access", (tx) =>
          tx.browserSessions.removeOf({ tenant, person: id }),
        );
        return { browsers };
      },
    },
    newId,
  );
}

function toShown(token: Omit<ApiToken, "digest">, owner: string): TokenView {
  const { id, name, person, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  const times = { createdAt, expiresAt, lastUsedAt, revokedAt };
  return { id, name, person, owner, scopes: [...scopes], ...times };
}

function maySee(token: Pick<ApiToken, "person">, person: Principal): boolean {
  return isOwner(person) || token.person === person.id;
}

async function findPerson(
  text: string | undefined,
  by: Principal,
  store: TokenDeps["store"],
): Promise<Principal> {
  if (text === undefined || text === by.id) return by;
  if (!isOwner(by)) throw new Fault("denied", "Only the owner can create tokens for others.");
  const [found, ...others] = await store.read.people.named(by.tenant, text);
  if (found && others.length === 0) return found;
  const problem = found ? "More than one person is" : "No person";
  throw new Fault("missing", `${problem} named ${text}.`, {
    hint: "Use an id from: reeve people",
  });
}

function isOwner({ role }: Principal): boolean {
  return isAtLeast(role, "owner");
}
