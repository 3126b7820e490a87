import { z } from "zod";
import { id, moment, nothing, saidMoment, words } from "../fields.ts";
import { type DeepReadonly, defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const status = z.enum(["todo", "done"]);
const priority = z.enum(["low", "normal", "high"]);

const task = z
  .object({
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
  })
  .meta({ id: "Task" });

export type Task = DeepReadonly<z.output<typeof task>>;
export type TaskStatus = z.output<typeof status>;
export type TaskPriority = z.output<typeof priority>;

const title = words(300).describe("What to do.");
const project = words(100).optional().describe("The project the task belongs to.");
const due = saidMoment.optional().describe('When it is due: ISO 8601, or words such as "friday".');
const urgency = priority.optional().describe("How urgent the task is. Default: normal.");

/** The caller's to-do list. */
export const tasks = {
  list: defineOperation({
    name: "tasks.list",
    summary: "List your tasks, open ones first, sorted by due date.",
    input: pageQuery.extend({
      status: status.optional().describe("Only tasks with this status, open or done."),
      project: words(100).optional().describe("Only tasks in this project."),
      dueBefore: saidMoment.optional().describe("Only tasks due before this date."),
    }),
    output: pageOf(task),
    effect: "read",
    scope: "read",
    http: "GET /v1/tasks",
    cli: { verb: "list", all: true, flags: { before: "dueBefore" }, example: "--status todo" },
  }),
  create: defineOperation({
    name: "tasks.create",
    summary: "Add a task.",
    input: z.object({
      title,
      due,
      priority: urgency,
      project,
      notes: words(5000).optional().describe("Details, such as links or who the task is for."),
    }),
    output: task,
    effect: "create",
    undo: "history",
    scope: "chat",
    http: "POST /v1/tasks",
    cli: { verb: "add", words: ["title…"], example: "call the plumber --due friday" },
  }),
  update: defineOperation({
    name: "tasks.update",
    summary: "Change, complete or reopen a task. Omitted fields keep their values.",
    input: z.object({
      id,
      title: title.optional(),
      due,
      priority: urgency,
      status: status.optional().describe("Whether the task is done."),
    }),
    output: task,
    effect: "change",
    undo: "history",
    scope: "chat",
    http: "PATCH /v1/tasks/{id}",
    cli: [
      { verb: "update", words: ["id"], example: "t1 --priority high" },
      { verb: "done", words: ["id"], set: { status: "done" }, example: "t1" },
      { verb: "reopen", words: ["id"], set: { status: "todo" }, example: "t1" },
    ],
  }),
  delete: defineOperation({
    name: "tasks.delete",
    summary: "Delete a task.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    undo: "history",
    scope: "chat",
    http: "DELETE /v1/tasks/{id}",
    cli: { verb: "delete", words: ["id"], example: "t1" },
  }),
};
