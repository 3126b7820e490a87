import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";

/** Runs a command in the sandbox, or on the machine where there is none, after the owner agreed. */
export const execRun = defineTool({
  name: "exec_run",
  summary:
    "Run a bash command or script on the host machine and get its output and exit code; " +
    "the owner is asked first. Use it for work that no other tool does. To install " +
    "packages, use exec_install; for services, use exec_service; for load and disk, use " +
    "exec_status.",
  effect: "exec",
  scope: "admin-only",
  access: "owner",
  // The config ends a command before that, and then its output is told.
  timeoutMs: 610_000,
  sensitiveArguments: { command: "command" },
  needs: ["shell"],
  utterances: [
    "run git pull in /opt/app",
    "execute ./deploy.sh on the server",
    "Which process is hogging port 8080? Find out in the shell",
    "do a ping to example.com from the machine",
    "compress the old logs with a one-liner",
    "Führ auf dem Server mal das Testskript aus",
    "Выполни в терминале df -h и uptime",
    "在终端里跑一下 npm test",
    "Lanza este script de bash y dime qué devuelve",
    "Odpal w konsoli polecenie docker ps",
    "exécute cette commande sur la machine et montre-moi la sortie",
  ],
  params: z.object({
    command: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .describe('Command for bash to run, such as "git -C /opt/app pull". It receives no input.'),
  }),

  // Whole: what was cut off could be the part that matters.
  confirm: ({ command }, { language }) =>
    texts(language).questions.exec.run({ command: JSON.stringify(command) }),
  done: ({ command }, { language }) =>
    texts(language).results.exec.run({ command: JSON.stringify(command) }),
  run: ({ command }, { shell, signal }) => shell.run(command, { signal }),
});
