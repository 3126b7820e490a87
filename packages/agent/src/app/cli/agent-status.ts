import type { AgentStatus } from "@reeve/operations/agent";

/** Formats the status of a process for people. */
export function formatStatus(now: AgentStatus): string {
  const messages = Object.entries(now.messages).map(([state, count]) => `${count} ${state}`);
  const since = now.state === "running" ? ` for ${Math.round(now.uptimeMs / 1000)} s` : "";
  return [
    `${capitalised(now.state)}${since} as process ${now.pid}, ${now.rssMb} MB.`,
    `  version    ${now.version}`,
    `  model      ${now.model ?? "none, the agent is not running"}`,
    `  home       ${now.home}`,
    `  messages   ${messages.join(", ") || "none yet"}`,
    `  approvals  ${now.openApprovals} pending`,
    ...now.unavailable.map(({ part, reason }) => `  ${part} is unavailable: ${reason}`),
    ...(now.lastError
      ? [
          `  the last start failed at ${new Date(now.lastError.at).toISOString()}: ${now.lastError.message}`,
        ]
      : []),
    "",
  ].join("\n");
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
