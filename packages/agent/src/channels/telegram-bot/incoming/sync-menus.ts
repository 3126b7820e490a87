import type { TelegramBotDeps } from "../channel.ts";
import { commandMenus } from "./command-menus.ts";
import { registerCommands } from "./register-commands.ts";

/** Menus are looked at that often: who may do more may have changed. */
const AGAIN_MS = 60_000;

/** Keeps Telegram's menus of commands as they should be, until `signal` aborts. */
export async function syncMenus(
  deps: Pick<TelegramBotDeps, "client" | "memory" | "commands" | "privileged" | "pause" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const { commands, privileged, pause, log } = deps;
  while (!signal.aborted) {
    const [kept] = await Promise.allSettled([
      privileged().then((chats) => registerCommands(commandMenus(commands, chats), deps)),
    ]);
    if (kept?.status === "rejected" && !signal.aborted)
      log.warn("failed to update command menus", { error: kept.reason });
    await pause(AGAIN_MS, signal);
  }
}
