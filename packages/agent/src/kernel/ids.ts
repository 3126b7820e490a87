import { randomUUID } from "node:crypto";

declare const kind: unique symbol;

/** Text that names one thing of a kind; ids of different kinds do not mix. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type PersonId = Id<"person">;
export type ChatId = Id<"chat">;
export type SessionId = Id<"session">;
export type InboxId = Id<"inbox">;
export type TurnId = Id<"turn">;
export type CallId = Id<"call">;
export type ApprovalId = Id<"approval">;
export type ArtifactId = Id<"artifact">;
export type ImageId = Id<"image">;
export type AttachmentId = Id<"attachment">;
export type FactId = Id<"fact">;
export type JobId = Id<"job">;
export type PlanId = Id<"plan">;

/** Mints the text of a new id. An argument wherever a test could care. */
export type NewId = () => string;

/** Creates a random id: ids are unique and reveal nothing about each other. */
export const newId: NewId = randomUUID;

/** Narrows text to an id of the requested kind; the caller knows that it is one. */
export function toId<Kind extends string>(text: string): Id<Kind>;
export function toId(text: string): string {
  return text;
}
