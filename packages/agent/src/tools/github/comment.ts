import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";
import { GITHUB, number, repo } from "./params.ts";

/** Comments in the owner's name, after a person agreed. */
export const githubComment = declareTool({
  name: "github_comment",
  summary:
    "Comment on a GitHub issue or pull request in the owner's name. " +
    "Read it with github_issue_read first; to open a new issue, use github_issue_create.",
  effect: "send",
  scope: "always",
  access: "owner",
  requires: GITHUB,
  utterances: [
    "tell them on #42 that I can reproduce it on Windows",
    "leave a 'looks good to me' on the parser PR",
    "answer the bug report about login: fixed in the next release",
    "Write under pull request 17 that the tests are missing",
    "ask the author of issue 88 for a stack trace",
    "Rispondi sulla issue 12 che ci lavoro domani",
    "اكتب تعليقًا على طلب الدمج رقم 9 بأننا نحتاج توثيقًا",
    "Schreib unter Issue 31, dass der Workaround hilft",
    "Отпишись в пулл-реквесте 204, что нужен ребейз",
    "Comenta en el PR 56 que falta actualizar el changelog",
    "在那个 issue 下面回一句:已确认,下周修复",
  ],
  params: z.object({
    repo: repo(),
    number: number(),
    body: z.string().trim().min(1).max(65_000).describe("Comment, in GitHub's Markdown."),
  }),

  confirm: ({ repo: where, number: issue, body }, { language }) =>
    texts(language).questions.github.comment({ body: quoted(body), issue: `${where}#${issue}` }),
});
