import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { GITHUB, limit } from "./params.ts";

/** Lists the owner's notifications on GitHub. */
export const githubNotifications = declareTool({
  name: "github_notifications",
  summary:
    "List the owner's GitHub notifications: mentions, assignments, review requests, answers; only unread ones by default. " +
    "For pull requests that wait for a review, use github_pull_requests.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: GITHUB,
  utterances: [
    "anything new on GitHub?",
    "who mentioned me in the repos today?",
    "did my inbox on gh fill up over the weekend",
    "What needs my attention on GitHub right now?",
    "show the alerts I've already seen there as well",
    "Novità su GitHub?",
    "هل وصلتني إشعارات جديدة على جيت هاب؟",
    "Hat mich jemand auf GitHub erwähnt?",
    "Что нового в уведомлениях гитхаба?",
    "¿Me han asignado algo en GitHub últimamente?",
    "GitHub 上有没有人@我",
  ],
  params: z.object({
    all: z.boolean().default(false).describe("Also list notifications that were read."),
    limit: limit("notifications"),
  }),
});
