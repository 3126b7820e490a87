import type { Envelope } from "../../kernel/envelope.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories } from "../../store/store.ts";
import { answersIn, type CommandFacts, mayUse } from "../commands.ts";
import type { IntakePolicy } from "./accept.ts";
import { paceOf } from "./pace-of.ts";

/** What becomes of a command before it is looked into. */
export type CommandStanding =
  | { readonly type: "answer" }
  /** This line is all that it is answered with. */
  | { readonly type: "tell"; readonly text: string }
  | {
      readonly type: "end";
      readonly state: "noted" | "ignored" | "refused";
      readonly reason: string;
    };

export interface CommandStandingParts {
  readonly command: CommandFacts;
  readonly envelope: Envelope;
  readonly author: Principal;
  readonly place: Place;
  readonly now: number;
  readonly policy: Pick<IntakePolicy, "limits" | "timeZone">;
}

/**
 * Whether a command of somebody who is no stranger is answered: once for all edits that say
 * the same, and for members and guests within their rates and not during a pause.
 */
export async function commandStanding(
  tx: Repositories,
  { command, envelope, author, place, now, policy }: CommandStandingParts,
): Promise<CommandStanding> {
  if (envelope.edit > 0 && (await wasAnswered(tx, place, envelope)))
    return { type: "end", state: "noted", reason: "answered before it was edited" };
  if (!isAtLeast(author.role, "admin")) {
    if (await tx.pauses.holds(place.tenant, place.id))
      return { type: "end", state: "ignored", reason: "a command while paused" };
    const pace = await paceOf(tx, { author, place, now }, policy);
    if (pace.type !== "free")
      return { type: "end", state: "refused", reason: `too fast: ${pace.limit}` };
  }
  if (!mayUse(command, author.role)) return { type: "tell", text: refusalOf(command) };
  if (!answersIn(command, place.kind))
    return {
      type: "tell",
      text: `/${command.name} tells what is yours alone: ask me in a direct chat.`,
    };
  return { type: "answer" };
}

async function wasAnswered(
  tx: Repositories,
  place: Place,
  { id, edit, text }: Envelope,
): Promise<boolean> {
  const earlier = await tx.inbox.versionBefore(place.id, { id, edit });
  if (!earlier || earlier.turn !== null || earlier.body.kind !== "message") return false;
  const isOver = earlier.state === "answered" || earlier.state === "noted";
  return isOver && earlier.body.text.trim() === text.trim();
}

function refusalOf({ name, access }: CommandFacts): string {
  const who = { owner: "the owner", admin: "the owner and admins", member: "members" };
  return access === "anyone" ? `/${name} is not for you.` : `/${name} is for ${who[access]} only.`;
}
