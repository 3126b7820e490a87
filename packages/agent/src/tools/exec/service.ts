import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";

/** Controls a service of the machine, after the owner agreed. */
export const execService = defineTool({
  name: "exec_service",
  summary:
    "Control a systemd service on the host: start, stop, restart, enable or disable it, or get its status; the owner is asked first. " +
    "For the machine's own load and disk, use exec_status.",
  effect: "exec",
  scope: "admin-only",
  access: "owner",
  timeoutMs: 60_000,
  sensitiveArguments: { name: "command" },
  needs: ["systemServices"],
  utterances: [
    "restart nginx",
    "is postgres up?",
    "Bring the docker daemon down for a moment",
    "make sure redis comes up by itself after a reboot",
    "the web server hangs, bounce it",
    "Redémarre le service apache",
    "Зупини mysql на сервері",
    "nginxを再起動して",
    "O serviço do cron está rodando?",
    "sshd açılışta başlamasın, kapat",
    "подними заново докер на сервере",
  ],
  params: z.object({
    action: z
      .enum(["start", "stop", "restart", "status", "enable", "disable"])
      .describe(
        "What to do. enable and disable set whether the service starts when the machine boots.",
      ),
    name: z
      .string()
      .trim()
      .max(256)
      .regex(
        /^[\w@][\w@.:-]*$/,
        'it must be the name of a service, such as "nginx" or "getty@tty1.service"',
      )
      .describe('The service\'s name, such as "nginx".'),
  }),

  confirm: ({ action, name }, { language }) =>
    texts(language).questions.exec.service[action]({ name: JSON.stringify(name) }),
  run: ({ action, name }, { systemServices, signal }) =>
    systemServices.control(action, name, { signal }),
});
