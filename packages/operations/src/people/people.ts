import { z } from "zod";
import { ROLES } from "../access.ts";
import { id, nothing } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Decisions on a pairing: the role to give, `mine` for another account of the owner's, or `refuse`. */
export const PAIRING_ANSWERS = ["member", "guest", "admin", "mine", "refuse"] as const;

const person = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    identities: z.array(z.object({ surface: z.string(), externalId: z.string() })),
  })
  .meta({ id: "Person" });

export type PersonView = z.output<typeof person>;

const link = z.object({
  id: z.string(),
  person: z.string(),
  joined: z.string().describe("The person who was merged into `person`."),
  at: z.number(),
  undoneAt: z.number().nullable(),
});

const shownPerson = person.extend({
  places: z.array(
    z.object({
      surface: z.string(),
      chat: z.string(),
      kind: z.enum(["direct", "group", "channel"]),
    }),
  ),
  links: z.array(link),
});

export type ShownPerson = z.output<typeof shownPerson>;

const pairing = z.object({
  code: z.string(),
  name: z.string(),
  surface: z.string(),
  externalId: z.string(),
  expiresAt: z.number(),
});

export type PairingView = z.output<typeof pairing>;

const changed = z.object({ person: z.string(), name: z.string(), role: z.enum(ROLES) });

const named = z.string().min(1).max(200).describe("A person's id or name.");
const toSee = { role: "admin", to: "see people" } as const;

/** People, their roles, and the links between their accounts. */
export const people = {
  list: defineOperation({
    name: "people.list",
    summary: "List the people the agent knows.",
    input: pageQuery,
    output: pageOf(person),
    effect: "read",
    scope: "read",
    needs: toSee,
    http: "GET /v1/people",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  show: defineOperation({
    name: "people.show",
    summary: "Show a person: role, accounts, chats and account links.",
    input: z.object({ id: named }),
    output: shownPerson,
    effect: "read",
    scope: "read",
    needs: toSee,
    http: "GET /v1/people/{id}",
    cli: { verb: "show", words: ["id"], usage: "<person>", example: "Ann" },
  }),
  setRole: defineOperation({
    name: "people.set-role",
    summary: "Change a person's role. To make someone an owner, link accounts.",
    input: z.object({
      id: named,
      role: z
        .enum(["admin", "member", "guest", "stranger"])
        .describe("The role to give the person."),
    }),
    output: changed,
    effect: "change",
    scope: "admin",
    needs: { role: "owner", to: "change roles" },
    http: "PUT /v1/people/{id}/role",
    cli: {
      verb: "role",
      words: ["id", "role"],
      usage: "<person> admin|member|guest|stranger",
      example: "Bob guest",
    },
  }),
  createCode: defineOperation({
    name: "people.create-code",
    summary: "Create a link code. To link your accounts, send the code from your other account.",
    input: z.object({}),
    output: z.object({ code: z.string(), expiresAt: z.number() }),
    effect: "create",
    repeat: "never",
    scope: "admin",
    http: "POST /v1/link-codes",
    cli: { verb: "code" },
  }),
  link: defineOperation({
    name: "people.link",
    summary: "Link your account to the account that created a link code.",
    input: z.object({
      code: z.string().min(1).max(100).describe("The link code, created with the other account."),
    }),
    output: z.object({ person: z.string(), name: z.string() }),
    effect: "create",
    undo: "people.unlink",
    repeat: "never",
    scope: "admin",
    http: "POST /v1/link-codes/use",
    cli: {
      verb: "link",
      summary:
        "Link your account to the account that created a link code. Without a code, create one.",
      words: ["code"],
      usage: "[<code>]",
      example: "C6UU-DGHQ",
    },
  }),
  pairings: defineOperation({
    name: "people.pairings",
    summary: "List unknown people who are asking for access, with their codes.",
    input: pageQuery,
    output: pageOf(pairing),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/pairings",
    cli: { verb: "pairings", all: true, example: "--limit 10" },
  }),
  pair: defineOperation({
    name: "people.pair",
    summary: "Approve or reject a person who is asking for access.",
    input: z.object({
      code: z.string().min(1).max(40).describe("The code shown to the person."),
      answer: z
        .enum(PAIRING_ANSWERS)
        .describe("The role to give, `mine` for another account of yours, or `refuse`."),
    }),
    output: changed,
    effect: "change",
    scope: "admin",
    needs: { role: "admin", to: "give access" },
    http: "POST /v1/pairings/{code}/answer",
    cli: {
      verb: "pair",
      summary:
        "Approve or reject a person who is asking for access. Without a code, list the requests.",
      words: ["code", "answer?"],
      set: { answer: "member" },
      usage: "[<code> [member|guest|admin|mine|refuse]]",
      example: "C6UU-DGHQ guest",
    },
  }),
  unlink: defineOperation({
    name: "people.unlink",
    summary: "Undo an account link and move all data back.",
    description: "Everything in progress in the chats that move back is cancelled.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: { role: "owner", to: "undo account links" },
    http: "DELETE /v1/people/links/{id}",
    cli: { verb: "unlink", words: ["id"], usage: "<link>", example: "01JD4K7Z" },
  }),
};
