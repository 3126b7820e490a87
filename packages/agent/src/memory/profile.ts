import type { Kernel } from "../store/kernel.ts";
import { Fault } from "@reeve/sdk";
import { type ChatId, toId, type TurnId } from "../kernel/ids.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import type { Model } from "../llm/model.ts";
import type { Profile, ProfileOwner } from "../store/people/profiles.ts";
import type { MemoryFact } from "../store/search/facts.ts";
import type { Repositories, Store } from "../store/store.ts";
import { fitProfile, MAX_PROFILE_CHARS } from "./profile/fit-profile.ts";
import { composeProfile } from "./profile/compose-profile.ts";

/** So many new facts make a profile due at once, fewer after a day. */
const MANY = 8;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the visible text of a profile, with the manual text first. Empty if there is none. */
export function profileText(profile: Pick<Profile, "fixed" | "text"> | undefined): string {
  return [profile?.fixed, profile?.text].filter(Boolean).join("\n");
}

/**
 * Replaces the manual text of a profile. From then on it is fixed: the agent only adds to it. Empty text
 * leaves the profile to the agent.
 */
export async function editProfile(
  owner: ProfileOwner,
  text: string,
  { store, clock, newId }: Kernel,
): Promise<Profile> {
  const fixed = text.trim();
  if (fixed.length > MAX_PROFILE_CHARS)
    throw new Fault(
      "invalid",
      `A profile can have at most ${MAX_PROFILE_CHARS} characters; this one has ${fixed.length}.`,
      { hint: "Shorten it, or put the rest into USER.md." },
    );
  return store.commit("change-memory", async (tx) => {
    const now = clock.now();
    const before = await tx.profiles.of(owner);
    const profile: Profile = {
      ...owner,
      fixed,
      text: "",
      evidence: [],
      updatedAt: now,
      // With nothing written by hand it is the agent's again, at once.
      isStale: fixed === "",
    };
    await tx.profiles.put(profile);
    await tx.memoryChanges.add({
      id: newId(),
      tenant: owner.tenant,
      person: owner.person,
      at: now,
      undoneAt: null,
      kind: "profile-edited",
      ref: owner.person,
      before: before ?? null,
      after: profile,
    });
    return profile;
  });
}

export interface WritingDeps extends Kernel {
  readonly model: Model;
  /** Removes invisible characters and text that could pass for our markup. */
  readonly clean: (text: string) => string;
}

/** Returns the person whose profile should be written next; undefined when none is due. */
export function nextProfile(deps: Pick<Kernel, "store" | "clock">) {
  return dueProfile(deps.store, deps.clock.now());
}

/** `changed`: what the profile was to be written from is not what it was any more. */
export type ProfileOutcome = "written" | "changed" | "unanswered";

/**
 * Rewrites a person's profile from trusted facts. Stores no profile if the model could not answer, or if the
 * facts or the manual text changed meanwhile. `also` writes the cost of the request.
 */
export async function writeProfile(
  owner: ProfileOwner,
  deps: WritingDeps,
  {
    signal,
    also,
  }: {
    readonly signal: AbortSignal;
    readonly also: (tx: Repositories, cost: CostOfProfile) => Promise<void>;
  },
): Promise<ProfileOutcome> {
  const { store, clock } = deps;
  const composed = await composeProfile(owner, { ...deps, signal });
  const { fixed, facts, text, spent } = composed;
  const isUseless = text === undefined || signal.aborted;
  if (isUseless && spent.length === 0) return "unanswered";
  return store.commit("write-profile", async (tx) => {
    const [newest] = facts;
    if (spent.length > 0 && newest) await also(tx, { spent, turn: newest.turn, chat: newest.chat });
    if (isUseless) return "unanswered";
    const now = (await tx.profiles.of(owner))?.fixed ?? "";
    if (now !== fixed || !(await stillBelieved(tx, facts))) return "changed";
    const evidence = facts.map(({ id }) => id);
    await tx.profiles.put({
      ...owner,
      fixed,
      text: fitProfile(text, fixed),
      evidence,
      updatedAt: clock.now(),
      isStale: false,
    });
    return "written";
  });
}

async function stillBelieved(
  { facts }: Pick<Repositories, "facts">,
  read: readonly MemoryFact[],
): Promise<boolean> {
  for (const { id, text, confirmedBy } of read) {
    const now = await facts.byId(id);
    const isSame = now?.text === text && now.confirmedBy === confirmedBy;
    if (now?.state !== "active" || !isSame) return false;
  }
  return true;
}

/** Usage of a request, and the origin of the newest of its facts. */
export interface CostOfProfile {
  readonly spent: readonly ModelUsage[];
  readonly turn: TurnId;
  readonly chat: ChatId;
}

/** Returns the person whose profile should be written next; undefined when none is due. */
export async function dueProfile(
  { read }: Pick<Store, "read">,
  now: number,
): Promise<ProfileOwner | undefined> {
  const [stale] = await read.profiles.stale();
  if (stale) return stale;
  for (const { tenant, audience, facts, since } of await read.facts.newlyKnown()) {
    const owner = { tenant, person: toId<"person">(audience) };
    const writtenAt = (await read.profiles.of(owner))?.updatedAt ?? since;
    if (facts >= MANY || now - writtenAt >= DAY_MS) return owner;
  }
  return undefined;
}
