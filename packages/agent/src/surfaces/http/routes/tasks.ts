import { z } from "zod";
import { MOST_THINGS, saidMoment, thingParams, toldMoment } from "../own-thing.ts";
import { cutPage, pageOf, pageQuery } from "../pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../tell.ts";

const TAGS = ["tasks"];

const status = z.enum(["todo", "done"]);
const priority = z.enum(["low", "normal", "high"]);

const task = z.object({
  id: z.string(),
  title: z.string(),
  status,
  priority,
  due: toldMoment.optional(),
  project: z.string().optional(),
  notes: z.string().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  doneAt: z.number().optional(),
});

const title = z.string().regex(/\S/).max(300);
const project = z.string().regex(/\S/).max(100);

/** The to-do list of who asks. */
export const taskRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/tasks",
    summary: "Your to-dos: open ones first, those due first of them.",
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({
      status: status.optional(),
      project: project.optional(),
      dueBefore: saidMoment.optional(),
    }),
    answers: { 200: pageOf(task) },
    async run({ query }, { call }) {
      const { limit: _limit, cursor: _cursor, ...wanted } = query;
      const listed = await call("tasks.list", { ...wanted, limit: MOST_THINGS });
      return cutPage(tell(z.array(task), listed), query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/tasks",
    summary: "Add a to-do.",
    tags: TAGS,
    scope: "chat",
    body: z.object({
      title,
      due: saidMoment.optional(),
      priority: priority.optional(),
      project: project.optional(),
      notes: z.string().regex(/\S/).max(5000).optional(),
    }),
    answers: { 201: task },
    run: async ({ body }, { call, key: id }) =>
      tell(task, await call("tasks.create", { id, ...body })),
  }),
  defineRoute({
    method: "PATCH",
    path: "/v1/tasks/{id}",
    summary: "Change a to-do, check it off, or open it again; what is left out stays.",
    tags: TAGS,
    scope: "chat",
    params: thingParams,
    body: z.object({
      title: title.optional(),
      due: saidMoment.optional(),
      priority: priority.optional(),
      status: status.optional(),
    }),
    answers: { 200: task },
    run: async ({ params, body }, { call }) =>
      tell(task, await call("tasks.update", { ...params, ...body })),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/tasks/{id}",
    summary: "Delete a to-do; it can be undone.",
    tags: TAGS,
    scope: "chat",
    params: thingParams,
    answers: { 204: null },
    async run({ params }, { call }) {
      await call("tasks.delete", params);
    },
  }),
];
