import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";

/** A name, with a version where the manager takes one. Never an option, and nothing that a shell reads. */
const PACKAGES = /^(?!-)[\w@.:/~^=+-]+( +(?!-)[\w@.:/~^=+-]+)*$/;

/** Installs packages on the machine, after the owner agreed. */
export const execInstall = defineTool({
  name: "exec_install",
  summary:
    "Install software packages on the host with apt, pip or npm, or pull a Docker image; the owner is asked first. " +
    "Use it when a program or library is missing.",
  effect: "exec",
  scope: "admin-only",
  access: "owner",
  timeoutMs: 600_000,
  sensitiveArguments: { packages: "command" },
  needs: ["installer"],
  utterances: [
    "get ffmpeg onto the server",
    "we need pandas and numpy there",
    "set up typescript globally on the box",
    "Pull the latest postgres container image",
    "htop isn't there yet, add it",
    "Installier mir nginx auf dem Rechner",
    "Поставь на сервер git и curl",
    "在服务器上装一下 redis",
    "Instala la librería requests con pip",
    "Doinstaluj imagemagick na serwerze",
    "installe jq sur la machine",
  ],
  params: z.object({
    manager: z
      .enum(["apt", "pip", "npm", "docker"])
      .describe(
        "Package manager: apt for system packages, pip for Python packages, npm for " +
          "global Node packages, docker for images.",
      ),
    packages: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .regex(PACKAGES, 'separate names with spaces, such as "curl git"; options are not allowed')
      .describe(
        'Names of the packages, separated by spaces, such as "curl git", ' +
          '"requests==2.32.3", "redis:7".',
      ),
  }),

  confirm: ({ manager, packages }, { language }) =>
    texts(language).questions.exec[manager === "docker" ? "pull" : "install"]({
      packages: JSON.stringify(packages),
      manager,
    }),
  run: ({ manager, packages }, { installer, signal }) =>
    installer.install(manager, packages.split(/ +/), { signal }),
});
