import type { PAIRING_ANSWERS } from "@reeve/operations/people/people";
import { Fault } from "@reeve/sdk";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import { texts } from "../../platform/texts.ts";
import type { Pairing } from "../../store/people/pairings.ts";
import type { Repositories } from "../../store/store.ts";
import { type PairingDeps, notifyApprovers, type ToldChat } from "./offer-pairing.ts";

export interface PairingDecided {
  readonly person: Principal;
  readonly told: readonly ToldChat[];
}

/**
 * Lets somebody unknown in, or refuses them, in the caller's transaction; their role is settled
 * from then on. Throws `denied` for who may not, `missing` for a code that is unknown or over.
 */
export async function decidePairing(
  tx: Repositories,
  asked: {
    readonly by: Principal;
    readonly code: string;
    readonly answer: (typeof PAIRING_ANSWERS)[number];
  },
  deps: PairingDeps,
): Promise<PairingDecided> {
  const { by, answer } = asked;
  if (!isAtLeast(by.role, "admin"))
    throw new Fault("denied", "Only the owner and admins can give people access.");
  if (answer === "admin" && by.role !== "owner")
    throw new Fault("denied", "Only the owner can make someone an admin.");
  if (answer === "mine" && by.role !== "owner")
    throw new Fault("denied", "Only the owner can link an account to the owner.");
  const code = normalize(asked.code);
  const state = answer === "refuse" ? "refused" : "approved";
  const pairing = await tx.pairings.decide({ tenant: by.tenant, code, state, now: deps.now });
  const person = pairing && (await tx.people.byId(pairing.person));
  if (!person)
    throw new Fault("missing", `No pending request has the code ${code}.`, {
      hint: "The code has already been used, has expired or was mistyped. List pending requests: reeve people pair",
    });
  if (answer === "mine") {
    const owner = pairing.owner === null ? by : await tx.people.byId(pairing.owner);
    return link(tx, { by: owner?.role === "owner" ? owner : by, person, pairing }, deps);
  }
  const role = answer === "refuse" ? "stranger" : answer;
  // A person who got a role by other means, such as a link, keeps it.
  if (person.role !== "stranger") return { person, told: [] };
  await tx.people.settleRole(person.id, role);
  if (answer === "refuse") return { person, told: [] };
  const chats = await tx.chats.byAddress(pairing.channel, pairing.chat);
  const chat = chats.find(({ uid }) => uid === person.id);
  if (!chat) return { person: { ...person, role }, told: [] };
  const isPaused = await tx.pauses.isPaused(by.tenant, chat.id);
  const waits = !isPaused && (await tx.inbox.admitStranger(chat.id, role));
  if (waits) await tx.chats.enqueue(chat.id, { now: deps.now, interrupt: false });
  const { language } = await deps.localeOf(tx, chat);
  const text = texts(language).people.pairing.welcome;
  const saying = { id: `pairing:${code}:welcome`, text, about: code, ...deps };
  return { person: { ...person, role }, told: [await notifyApprovers(tx, chat, saying)] };
}

/** Makes an account the owner's, and tells it so. */
async function link(
  tx: Repositories,
  {
    by,
    person,
    pairing,
  }: { readonly by: Principal; readonly person: Principal; readonly pairing: Pairing },
  deps: PairingDeps,
): Promise<PairingDecided> {
  const chats = await tx.chats.byAddress(pairing.channel, pairing.chat);
  const chat = chats.find(({ uid }) => uid === person.id);
  const { tenant, id } = by;
  await tx.accountLinks.join({
    id: deps.newId(),
    tenant,
    person: id,
    joined: person.id,
    at: deps.now,
  });
  await tx.people.settleRole(id, by.role);
  if (!chat) return { person: by, told: [] };
  const { language } = await deps.localeOf(tx, { ...chat, uid: id });
  const text = texts(language).people.linked({ name: by.name });
  const saying = { id: `pairing:${pairing.code}:linked`, text, about: pairing.code, ...deps };
  return { person: by, told: [await notifyApprovers(tx, { ...chat, uid: id }, saying)] };
}

/** As it was shown, however it was typed. */
function normalize(code: string): string {
  const letters = code.replaceAll(/[^a-z0-9]/gi, "").toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
