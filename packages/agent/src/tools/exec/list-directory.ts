import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { hostPath } from "./params.ts";

/** Lists a folder of the machine, after the owner agreed. */
export const execListDirectory = defineTool({
  name: "exec_list_directory",
  summary:
    "List a directory on the host machine: names, sizes, dates and permissions; the owner is asked first. " +
    "For files in the workspace, use workspace_list.",
  effect: "exec",
  scope: "admin-only",
  access: "owner",
  // To look twice changes nothing.
  replay: "rerun",
  timeoutMs: 610_000,
  sensitiveArguments: { path: "path" },
  needs: ["shell"],
  utterances: [
    "what's in /var/log?",
    "which files are in /etc/nginx on the server",
    "Have a look inside /opt and tell me what's installed there",
    "ls /home/deploy",
    "I'm not sure where the backups lie, check /srv/backups",
    "Qu'est-ce qu'il y a dans /usr/local/bin ?",
    "Покажи вміст теки /var/www на сервері",
    "/tmp の中身を見せて",
    "O que tem na pasta /data do servidor?",
    "/etc/systemd içinde hangi dosyalar var?",
    "глянь, что лежит в /root на машине",
  ],
  params: z.object({ path: hostPath("The directory to list", "/var/log") }),

  confirm: ({ path }, { language }) =>
    texts(language).questions.exec.listDirectory({ path: JSON.stringify(path) }),
  run: async ({ path }, { shell, signal }) => ({
    path,
    entries: await shell.listDirectory(path, { signal }),
  }),
});
