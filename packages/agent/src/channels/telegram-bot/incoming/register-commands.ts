import { digestOf } from "../../../kernel/json.ts";
import type { ChannelState } from "../../channel-state.ts";
import type { TelegramClient } from "../client.ts";
import type { CommandMenu } from "./command-menus.ts";

/** Tells Telegram the menus that are others than those it was told before. */
export async function registerCommands(
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
