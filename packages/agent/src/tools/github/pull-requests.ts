import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { GITHUB, repo } from "./params.ts";

/** Lists pull requests of a repository, or of the owner. */
export const githubPullRequests = declareTool({
  name: "github_pull_requests",
  summary:
    "List the GitHub pull requests in a repository, or the pull requests that await the " +
    "owner's review, with author, state and checks. To read a pull request along with its " +
    "comments, use github_issue_read.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: GITHUB,
  utterances: [
    "which PRs are waiting for me?",
    "open pull requests in acme/api",
    "What got merged into the docs repo lately?",
    "do I owe anybody a code review",
    "are there any changes up for merging on our frontend?",
    "Welche PRs muss ich noch reviewen?",
    "Покажи открытые пулл-реквесты в нашем бэкенде",
    "有哪些合并请求在等我审核?",
    "¿Quedan pull requests sin cerrar en acme/web?",
    "Jakie PR-y czekają na moją recenzję?",
    "liste les demandes de fusion ouvertes du projet",
  ],
  params: z.object({
    repo: repo().optional(),
    state: z
      .enum(["open", "closed", "merged", "all"])
      .default("open")
      .describe("Which pull requests: open, closed without merging, merged, or all."),
    reviewRequested: z
      .boolean()
      .default(false)
      .describe("Only pull requests that request a review from the owner."),
  }),
});
