import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";
import { hostPath } from "./params.ts";

/** Writes a file of the machine, after the owner agreed. What stood there is gone. */
export const execWriteFile = defineTool({
  name: "exec_write_file",
  summary:
    "Write a text file on the host machine, such as a script or configuration, replacing an existing file; the owner is asked first. " +
    "For files in the workspace, use workspace_write.",
  effect: "exec",
  scope: "admin-only",
  access: "owner",
  timeoutMs: 610_000,
  sensitiveArguments: { path: "path", content: "body" },
  needs: ["shell"],
  utterances: [
    "put this into /etc/motd",
    "create /opt/app/.env with those three lines",
    "Replace the nginx vhost on the box with the version above",
    "save the backup script as /usr/local/bin/backup.sh",
    "the server's crontab file needs that new entry, write it",
    "Schreib den Text nach /srv/www/robots.txt",
    "Запиши этот конфиг в /etc/nginx/conf.d/site.conf",
    "把这段内容写到服务器的 /opt/run.sh",
    "Crea el fichero /etc/logrotate.d/app con esto",
    "Zapisz tę konfigurację w /etc/hosts na serwerze",
    "écris ce script dans /opt/scripts/purge.sh",
  ],
  params: z.object({
    path: hostPath("The file to write", "/opt/app/config.yaml"),
    content: z.string().max(1_000_000).describe("Complete new content of the file."),
  }),

  confirm: ({ path, content }, { language }) =>
    texts(language).questions.exec.writeFile({
      count: content.length,
      path: JSON.stringify(path),
      content: quoted(content),
    }),
  run: async ({ path, content }, { shell, signal }) => {
    await shell.writeFile(path, content, { signal });
    return { path, characters: content.length };
  },
});
