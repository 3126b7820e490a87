import type { TelegramBotDeps } from "../channel.ts";
import { type CommandMenu, commandMenus } from "./command-menus.ts";
import { digestOf } from "../../../kernel/text/json.ts";
import type { ChannelState } from "../../kit/channel-state.ts";
import type { TelegramClient } from "../client.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** Menus are looked at that often: who may do more may have changed. */
const RETRY_MS = 60_000;

/** Keeps Telegram's menus of commands as they should be, until `signal` aborts. */
export async function syncMenus(
  deps: Pick<TelegramBotDeps, "client" | "memory" | "commands" | "privileged" | "pause" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const { commands, privileged, pause, log } = deps;
  while (!signal.aborted) {
    const kept = await attempt(
      privileged().then((chats) => registerCommands(commandMenus(commands, chats), deps)),
    );
    if (kept?.status === "rejected" && !signal.aborted)
      log.warn("failed to update command menus", { error: kept.reason });
    await pause(RETRY_MS, signal);
  }
}

/** Tells Telegram the menus that are others than those it was told before. */
async function registerCommands(
  menus: readonly CommandMenu[],
  { client, memory }: { readonly client: TelegramClient; readonly memory: ChannelState },
): Promise<void> {
  const scopes = Map.groupBy(
    menus,
    ({ scope }) => `commands:${"chat_id" in scope ? scope.chat_id : scope.type}`,
  );
  for (const [key, ofScope] of scopes) {
    const digest = digestOf(ofScope);
    if ((await memory.get(key)) === digest) continue;
    for (const { scope, language, commands } of ofScope)
      await client.call((api) =>
        api.setMyCommands(commands, {
          scope,
          ...(language !== undefined && { language_code: language }),
        }),
      );
    await memory.set(key, digest);
  }
}
