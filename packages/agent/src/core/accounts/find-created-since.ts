import type { AccountLink } from "../../store/account-links.ts";
import type { Repositories } from "../../store/store.ts";

/** What somebody made that goes on, by its ids; hooks by their names. */
export interface CreatedSince {
  readonly links: readonly string[];
  readonly jobs: readonly string[];
  readonly hooks: readonly string[];
  readonly webhooks: readonly string[];
  readonly tokens: readonly string[];
}

/** More than anybody looks through. */
const MAX_ITEMS = 1000;

/** What goes on of what a person made since a link: nobody knows on which of their accounts. */
export async function findCreatedSince(
  tx: Repositories,
  { id: parted, tenant, person, at }: AccountLink,
): Promise<CreatedSince> {
  const links = await tx.accountLinks.list(tenant);
  const jobs = await tx.jobs.list({ tenant, maker: person, states: ["active"], limit: MAX_ITEMS });
  const hooks = await tx.incomingWebhooks.list(tenant);
  const webhooks = await tx.webhooks.list(tenant);
  const tokens = await tx.tokens.list(tenant);
  const isOwn = (made: { readonly person: AccountLink["person"]; readonly createdAt: number }) =>
    made.person === person && made.createdAt >= at;
  return {
    links: links
      .filter((link) => link.person === person && link.at >= at && link.undoneAt === null)
      .flatMap(({ id }) => (id === parted ? [] : [id])),
    jobs: jobs.filter(({ createdAt }) => createdAt >= at).map(({ id }) => id),
    hooks: hooks.filter((hook) => hook.state === "on" && isOwn(hook)).map(({ name }) => name),
    webhooks: webhooks.filter((one) => one.state === "on" && isOwn(one)).map(({ id }) => id),
    tokens: tokens.filter((one) => one.revokedAt === null && isOwn(one)).map(({ id }) => id),
  };
}
