import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { GITHUB, limit } from "./params.ts";

/** Searches GitHub. */
export const githubSearch = declareTool({
  name: "github_search",
  summary:
    "Search GitHub for repositories, for issues and pull requests, or for code. Use it to " +
    "find a project, a known bug, or how others use an API; for the rest of the web, use " +
    "web_search.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "owner",
  requires: GITHUB,
  utterances: [
    "find a good open-source library for parsing ICS",
    "has somebody already reported the Safari crash in that project?",
    "where in our code do we call parseAmount?",
    "Look on GitHub for Telegram bots written in Rust",
    "popular repos for self-hosted photo albums",
    "Cherche des dépôts de bots de trading en Go",
    "Пошукай на гітхабі приклади використання mtcute",
    "Zodのスキーマ変換を使ってるコードを探して",
    "Procura no GitHub um projeto de leitor RSS leve",
    "PDF okuyan açık kaynak bir proje var mı, bul",
    "найди репозиторий с рецептами для esp32",
  ],
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(250)
      .describe(
        'Search words, optionally with GitHub\'s qualifiers, such as "repo:acme/api is:open".',
      ),
    kind: z
      .enum(["repositories", "issues", "code"])
      .default("repositories")
      .describe("What to search. issues also includes pull requests."),
    limit: limit("results"),
  }),
});
