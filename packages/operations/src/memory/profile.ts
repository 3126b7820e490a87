import { z } from "zod";
import { personName } from "../fields.ts";
import { defineOperation } from "../operation.ts";

const profileView = z
  .object({
    person: z.string().describe("The id of the person that the profile describes."),
    name: z.string(),
    text: z.string(),
    fixed: z.string().describe("The handwritten part of the profile."),
    updatedAt: z.number().nullable(),
    facts: z.number().describe("The number of facts the profile is based on."),
  })
  .meta({ id: "Profile" });

export type ProfileView = z.output<typeof profileView>;

const person = personName.optional().describe("A person's name or id. Default: you.");

/** The few sentences that the agent keeps about a person. */
export const profile = {
  show: defineOperation({
    name: "profile.show",
    summary: "Show your profile, or another person's.",
    input: z.object({ person }),
    output: profileView,
    effect: "read",
    scope: "read",
    http: "GET /v1/profile",
    cli: { verb: "profile", usage: "[<person>]", example: "Ann" },
  }),
  edit: defineOperation({
    name: "profile.edit",
    summary: "Write a profile by hand. If the text is empty, the agent writes the profile again.",
    input: z.object({
      person,
      text: z.string().max(5000).describe("The new profile, as plain text."),
    }),
    output: profileView,
    effect: "change",
    undo: "history",
    scope: "admin",
    http: "PUT /v1/profile?person",
    cli: { verb: "profile edit", words: ["text…"], example: "I am an architect." },
  }),
};
