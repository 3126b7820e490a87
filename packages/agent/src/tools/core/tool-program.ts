import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";

/** Runs a program of the model's whose only way out are tools. */
export const toolProgram = defineTool({
  name: "tool_program",
  summary:
    "Run a JavaScript program that calls tools and returns a result, so that large intermediate results stay out of " +
    "this conversation. It has no network and no files. A tool that fails, or that needs approval, throws an error that " +
    "the program can catch; make calls that need approval yourself.",
  effect: "exec",
  scope: "admin-only",
  access: "admin",
  timeoutMs: 300_000,
  resultOrigin: "services",
  sensitiveArguments: { code: "command" },
  needs: ["programs"],
  utterances: [
    "write a script that joins all my notes and counts the words",
    "loop over the twenty files with code and only give me the total",
    "use a program to call the search for each of these names",
    "crunch all the results in code instead of reading them yourself",
    "compute the average over every journal entry with a small program",
    "Schreib ein Programm, das alle Aufgaben lädt und nach Monat zählt",
    "écris un petit programme qui compare toutes mes notes",
    "ejecuta un programa que recorra los archivos y sume los importes",
    "напиши скрипт, который обойдёт все заметки и посчитает совпадения",
    "用一段代码批量调用工具，只告诉我汇总结果",
  ],
  params: z.object({
    code: z
      .string()
      .trim()
      .min(1)
      .max(20_000)
      .describe(
        "Body of an async function, such as: const { notes } = await tools.note_list({}); return notes.length;",
      ),
  }),

  confirm: ({ code }, { language }) =>
    texts(language).questions.exec.program({ code: JSON.stringify(code) }),
  run: ({ code }, { programs, signal }) => programs.run(code, signal),
});
