import { z } from "zod";
import { id, moment, nothing, saidMoment, words } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { pageOf, pageQuery } from "./pages.ts";

const status = z.enum(["todo", "done"]);
const priority = z.enum(["low", "normal", "high"]);

const task = z.object({
  id: z.string(),
  title: z.string(),
  status,
  priority,
  due: moment.optional(),
  project: z.string().optional(),
  notes: z.string().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  doneAt: z.number().optional(),
});

export type Task = z.output<typeof task>;

const title = words(300);
const project = words(100).optional();
const due = saidMoment.optional();

/** The to-do list of the person who asks. */
export const tasks = {
  list: defineOperation({
    name: "tasks.list",
    summary: "Your to-dos: open ones first, those due first of them.",
    input: pageQuery.extend({ status: status.optional(), project, dueBefore: due }),
    output: pageOf(task),
    effect: "read",
    scope: "read",
    http: "GET /v1/tasks",
    cli: { verb: "list", flags: { before: "dueBefore" } },
  }),
  create: defineOperation({
    name: "tasks.create",
    summary: "Add a to-do.",
    input: z.object({
      title,
      due,
      priority: priority.optional(),
      project,
      notes: words(5000).optional(),
    }),
    output: task,
    effect: "create",
    undo: true,
    scope: "chat",
    http: "POST /v1/tasks",
    cli: { verb: "add", words: ["title…"] },
  }),
  update: defineOperation({
    name: "tasks.update",
    summary: "Change a to-do, check it off, or open it again; what is left out stays.",
    input: z.object({
      id,
      title: title.optional(),
      due,
      priority: priority.optional(),
      status: status.optional(),
    }),
    output: task,
    effect: "change",
    undo: true,
    scope: "chat",
    http: "PATCH /v1/tasks/{id}",
    cli: [
      { verb: "change", words: ["id"] },
      { verb: "done", words: ["id"], set: { status: "done" } },
      { verb: "open", words: ["id"], set: { status: "todo" } },
    ],
  }),
  delete: defineOperation({
    name: "tasks.delete",
    summary: "Delete a to-do; it can be undone.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    undo: true,
    scope: "chat",
    http: "DELETE /v1/tasks/{id}",
    cli: { verb: "delete", words: ["id"] },
  }),
};
