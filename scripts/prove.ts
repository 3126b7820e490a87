import { spawnSync } from "node:child_process";

/**
 * Everything that CI tries samples of: all crash points instead of forty, 2,000 turns instead
 * of 200, 400 stories of outages instead of 12, 10,000 answers to render instead of 400, 200 deaths of a bot and of the three channels instead of 30, 200 questions through faults instead of 25,
 * all storms of messages instead of half.
 */
const SUITES = [
  "packages/agent/test/security",
  "bench/safety",
  "packages/agent/test/outages.property.test.ts",
  "packages/markdown/src",
];
/** Those of them that kill processes or start servers. */
const INTEGRATION = [
  "--config",
  "vitest.integration.config.ts",
  "packages/agent/test/crash",
  "packages/agent/test/integration/channel-kills.test.ts",
  "packages/agent/test/integration/telegram-bot-kills.test.ts",
  "packages/agent/test/integration/telegram-bot-faults.test.ts",
  "packages/agent/test/integration/telegram-bot-storms.test.ts",
];
const env = { ...process.env, REEVE_PROVE: "all", PROVE: "all" };
for (const suites of [SUITES, INTEGRATION]) {
  const { status } = spawnSync("vitest", ["run", ...suites], { stdio: "inherit", env });
  process.exitCode ||= status ?? 1;
}
