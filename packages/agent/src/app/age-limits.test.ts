import { expect, test } from "vitest";
import { deliveryConfig } from "../core/config.ts";
import { POLICIES, type Policy } from "../work/policy.ts";
import { ageLimits } from "./age-limits.ts";

const limit = ({ ageLimitMs }: Pick<Policy, "ageLimitMs">) => ({ ageLimitMs });

test("without settings, each kind of work has the age limit of its policy", () => {
  const { reply, heldReply, webhook, job } = POLICIES;
  expect(ageLimits(deliveryConfig.parse({}))).toEqual({
    reply: limit(reply),
    heldReply: limit(heldReply),
    webhook: limit(webhook),
    job: limit(job),
  });
});

test("settings are days and hours", () => {
  const config = { replyDays: 2, heldReplyDays: 3, webhookDays: 4, jobHours: 5 };
  expect(ageLimits(deliveryConfig.parse(config))).toEqual({
    reply: { ageLimitMs: 172_800_000 },
    heldReply: { ageLimitMs: 259_200_000 },
    webhook: { ageLimitMs: 345_600_000 },
    job: { ageLimitMs: 18_000_000 },
  });
});
