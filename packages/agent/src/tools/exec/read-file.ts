import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { hostPath } from "./params.ts";

/** Reads a file of the machine, after the owner agreed. */
export const execReadFile = defineTool({
  name: "exec_read_file",
  summary:
    "Read a file on the host machine, such as a log or a configuration; the owner is asked first. " +
    "For files in the workspace, use workspace_read.",
  effect: "exec",
  scope: "admin-only",
  access: "owner",
  // To look twice changes nothing.
  replay: "rerun",
  timeoutMs: 610_000,
  sensitiveArguments: { path: "path" },
  needs: ["shell"],
  utterances: [
    "show me /etc/hosts",
    "what does the nginx config on the box look like?",
    "cat /var/log/syslog, the start is enough",
    "Which settings are in /etc/ssh/sshd_config?",
    "open the compose file under /opt/app, I want to see the ports",
    "Fammi vedere il contenuto di /etc/fstab",
    "اعرض محتوى الملف /etc/hostname على الخادم",
    "Was steht in /etc/crontab auf dem Server?",
    "Прочитай на сервере /etc/resolv.conf",
    "Enséñame el archivo /var/log/auth.log",
    "把服务器上的 /etc/os-release 读给我看",
  ],
  params: z.object({
    path: hostPath("The file to read", "/etc/hosts"),
    maxBytes: z
      .number()
      .int()
      .min(1)
      .max(10_485_760)
      .default(1_048_576)
      .describe("Maximum number of bytes to read from the beginning of the file."),
  }),

  confirm: ({ path }, { language }) =>
    texts(language).questions.exec.readFile({ path: JSON.stringify(path) }),
  run: async ({ path, maxBytes }, { shell, signal }) => ({
    path,
    ...(await shell.readFile(path, { maxChars: maxBytes, signal })),
  }),
});
