import { Fault, type Services, type Tool, type ToolDeclaration } from "@reeve/sdk";

/** A known tool that cannot run yet. */
export interface UnavailableTool {
  readonly name: string;
  /** Requirement as people read it, such as "a Telegram account". */
  readonly requires: string;
  /** Loads its definition, which costs nothing until then. */
  readonly load: () => Promise<ToolDefinition>;
}

/** Definition of a tool that cannot run yet. */
type ToolDefinition = Omit<ToolDeclaration, "requires">;

/** Services of connections that are loaded only where they are configured, and so are the tools that need them. */
export const CONNECTIONS: readonly (keyof Services)[] = ["telegram"];

/** Returns what a tool with missing services requires, as people read it. */
export function formatRequirement(services: readonly string[]): string {
  const words = services.map((name) => OWNERS_CHOICE.get(name) ?? `the service ${name}`);
  return [...new Set(words)].join(" and ");
}

/** Services that the owner can set up. */
const OWNERS_CHOICE: ReadonlyMap<string, string> = new Map([
  ["shell", "the shell (off until the owner sets exec.enabled)"],
  [
    "programs",
    "the shell in a sandbox (off until the owner sets exec.enabled; not with exec.sandbox: off)",
  ],
  ["speaking", "a voice (text to speech: set speech.tts.provider)"],
  ["machine", "the shell (off until the owner sets exec.enabled)"],
  ["installer", "the owner's permission to install packages (exec.enabled and exec.host)"],
  ["telegram", "a Telegram bot (set channels.telegramBot.token)"],
  ["systemServices", "the owner's permission to control services (exec.enabled and exec.host)"],
]);

/** Returns the message for a call of an unavailable tool. */
export function describeUnavailable({ name, requires }: Omit<UnavailableTool, "load">): string {
  return `${name} is not available: it requires ${requires}, which is not set up.`;
}

/** Returns a tool that can be offered and found; each call throws `unavailable`. */
export async function toPlaceholder({ name, requires, load }: UnavailableTool): Promise<Tool> {
  return {
    ...(await load()),
    needs: [],
    run: () => Promise.reject(new Fault("unavailable", describeUnavailable({ name, requires }))),
  };
}
