import { z } from "zod";
import { ROLES } from "../../../kernel/principal.ts";
import { thingParams } from "../own-thing.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { personView, shownPersonView } from "../person-view.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["people"];

const pairing = z.object({
  code: z.string(),
  name: z.string(),
  surface: z.string(),
  externalId: z.string(),
  expiresAt: z.number(),
});

const params = z.object({ id: z.string().min(1).max(200).describe("A person's id or name.") });

/** Whom the agent knows. */
export const peopleRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/people",
    summary: "Everybody whom the agent knows.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(personView) },
    async run({ query }, { call }) {
      const listed = tell(z.array(personView), await call("people.list", {}));
      return cutPage(listed, query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/people/{id}",
    summary: "One person: role, names on surfaces, chats, links.",
    tags: TAGS,
    scope: "read",
    params,
    answers: { 200: shownPersonView },
    run: async ({ params: { id } }, { call }) =>
      tell(shownPersonView, await call("people.show", { person: id })),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/people/{id}/role",
    summary: "Say what somebody is here.",
    tags: TAGS,
    scope: "admin",
    params,
    body: z.object({ role: z.enum(["admin", "member", "guest", "stranger"]) }),
    answers: {
      200: z.object({ person: z.string(), name: z.string(), role: z.enum(ROLES) }),
    },
    run: ({ params: { id }, body }, { call }) => call("people.role", { person: id, ...body }),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/link-codes",
    summary: "A code with which you say on another surface that you are the same person.",
    tags: TAGS,
    scope: "admin",
    repeat: "never",
    answers: { 201: z.object({ code: z.string(), expiresAt: z.number() }) },
    run: (_request, { call }) => call("people.code", {}),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/link-codes/use",
    summary: "Say a code that you were given on another surface: you are the same person.",
    tags: TAGS,
    scope: "admin",
    repeat: "never",
    body: z.object({ code: z.string().min(1).max(100) }),
    answers: { 201: z.object({ person: z.string(), name: z.string() }) },
    run: ({ body }, { call }) => call("people.link", body),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/pairings",
    summary: "Who asks to be let in, with the code that each was shown.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(pairing) },
    async run({ query }, { call }) {
      const listed = tell(z.array(pairing), await call("people.pairings", {}));
      return cutPage(listed, query, ({ code }) => code);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/pairings/{code}/answer",
    summary: "Let somebody in by the code that they were shown, or refuse them.",
    tags: TAGS,
    scope: "admin",
    params: z.object({ code: z.string().min(1).max(40) }),
    body: z.object({ answer: z.enum(["member", "guest", "admin", "refuse"]) }),
    answers: {
      200: z.object({ person: z.string(), name: z.string(), role: z.enum(ROLES) }),
    },
    run: ({ params: { code }, body }, { call }) => call("people.pair", { code, ...body }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/people/links/{id}",
    summary: "Undo a link: what was moved then is moved back.",
    tags: TAGS,
    scope: "admin",
    params: thingParams,
    answers: { 204: null },
    async run({ params: { id: link } }, { call }) {
      await call("people.unlink", { link });
    },
  }),
];
