import { z } from "zod";
import type { Ask } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb, type Said } from "../run-verb.ts";

const task = z.looseObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(["todo", "done"]),
  priority: z.string(),
  due: z.object({ text: z.string() }).optional(),
  project: z.string().optional(),
});

/** `reeve tasks`: your to-dos; `add`, `change`, `done`, `open` and `delete` keep them. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    status: { type: "string" },
    project: { type: "string" },
    before: { type: "string" },
    due: { type: "string" },
    priority: { type: "string" },
    notes: { type: "string" },
    title: { type: "string" },
  });
  const { status, project, before: dueBefore, due, priority, notes, title } = values;
  return runVerb(positionals, parts, {
    command: "tasks",
    json: values.json,
    verbs: {
      list: {
        usage: "",
        run: async (ask) => {
          const listed = await ask("tasks.list", { status, project, dueBefore });
          const tasks = z.array(task).parse(listed);
          return { value: tasks, text: linesOf(tasks, toLine, "There is nothing to do.") };
        },
      },
      add: {
        usage: "<title>…",
        run: async (ask, words) => {
          const draft = { title: words.join(" "), due, priority, project, notes };
          const value = task.parse(await ask("tasks.create", draft));
          return { value, text: `${toLine(value)}\n` };
        },
      },
      change: {
        usage: "<id>",
        run: (ask, [id]) => update(ask, { id, title, due, priority, status }),
      },
      done: { usage: "<id>", run: (ask, [id]) => update(ask, { id, status: "done" }) },
      open: { usage: "<id>", run: (ask, [id]) => update(ask, { id, status: "todo" }) },
      delete: {
        usage: "<id>",
        run: async (ask, [id]) => {
          const value = await ask("tasks.delete", { id });
          return { value, text: "Deleted. Take it back with: reeve undo\n" };
        },
      },
    },
  });
}

async function update(ask: Ask, patch: object): Promise<Said> {
  const value = task.parse(await ask("tasks.update", patch));
  return { value, text: `${toLine(value)}\n` };
}

function toLine({ id, title, status, priority, due, project }: z.output<typeof task>): string {
  const facts = [
    ...(due ? [`due ${due.text}`] : []),
    ...(priority === "normal" ? [] : [`${priority} priority`]),
    ...(project === undefined ? [] : [project]),
  ];
  const box = status === "done" ? "[x]" : "[ ]";
  return `${box} ${id}  ${title}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}
