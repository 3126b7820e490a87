import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted, quotedIf, quotedList } from "../quoted.ts";
import { GITHUB, repo } from "./params.ts";

/** Opens an issue in the owner's name, after a person agreed. */
export const githubIssueCreate = declareTool({
  name: "github_issue_create",
  summary:
    "Open a new GitHub issue in the owner's name: report a bug or request a feature, with labels. " +
    "Search for an existing one with github_search first; to add to it, use github_comment.",
  effect: "send",
  scope: "always",
  access: "owner",
  requires: GITHUB,
  utterances: [
    "file a bug against acme/shop: the cart empties on refresh",
    "open a ticket for the memory leak in the repo",
    "Request dark mode on the upstream project",
    "we should track that flaky test, put it on GitHub as a bug",
    "raise this crash with the maintainers",
    "Leg ein Issue an, dass der Export bei Umlauten abbricht",
    "Заведи баг в репозитории: кнопка не работает в Сафари",
    "在仓库里提一个 issue,说安装脚本报错",
    "Crea una incidencia en acme/web por el enlace roto",
    "Zgłoś na GitHubie błąd z logowaniem",
    "ouvre un ticket pour demander l'export CSV",
  ],
  params: z.object({
    repo: repo(),
    title: z.string().trim().min(1).max(250).describe("Problem or request, in one line."),
    body: z
      .string()
      .trim()
      .min(1)
      .max(65_000)
      .optional()
      .describe("What happens, what should happen and how to reproduce it, in GitHub's Markdown."),
    labels: z
      .array(z.string().trim().min(1).max(50))
      .max(20)
      .optional()
      .describe('Existing labels in the repository, such as "bug".'),
  }),

  confirm: ({ repo: where, title, body, labels = [] }, { language }) =>
    texts(language).questions.github.createIssue({
      title: quoted(title),
      repo: where,
      labels: labels.length > 0 ? quotedList(labels) : undefined,
      body: quotedIf(body || undefined),
    }),
});
