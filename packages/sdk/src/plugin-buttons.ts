import type { PluginChat, PluginServices } from "./plugin.ts";

/** Button below a message: one that reports `data` to the plugin, or one that opens `url` (https). */
export type PluginButton =
  /** `data`: at most 200 characters. The person never sees it. */
  | { readonly label: string; readonly data: string }
  | { readonly label: string; readonly url: string };

/** Rows of buttons. */
export type PluginButtons = readonly (readonly PluginButton[])[];

export interface PluginMessage {
  /** Text in Markdown: at most 16,000 characters, or 2,000 above buttons. */
  readonly text: string;
  /**
   * Name of the message in its chat. With buttons, the same key and another text or other buttons edit the
   * message.
   */
  readonly key: string;
  /**
   * Buttons below the message: at most eight in a row, and as many as the channel shows (100 on Telegram, 10 on
   * WhatsApp, 9 on Matrix). An edit to `[]` removes them.
   */
  readonly buttons?: PluginButtons | undefined;
  /** Seconds until presses are refused, at most 30 days, which is the default. An edit restarts them. */
  readonly expiresInSeconds?: number | undefined;
}

/** Press of a button. */
export interface PluginPress {
  /** Stays the same if the press is handled again after a crash. */
  readonly id: string;
  /** Data of the button. */
  readonly data: string;
  /** Key of the message. */
  readonly key: string;
  /** Chat of the message, as the person who pressed the button. */
  readonly chat: PluginChat;
  /** Id of the person who pressed the button. In a group, it may be anyone who is there. */
  readonly person: string;
}

/** Handler of presses. Press handlers of a plugin run one at a time, in the order of the presses. */
export interface PluginCallback<Config = unknown> {
  /** It gets presses whose data begins with this text. The longest prefix wins; "" gets all others. */
  readonly prefix: string;
  /**
   * Handles a press within ten seconds. Text that it returns within one second is shown to the person above
   * the chat, where the channel can. It may send to the chat of the press. After a crash it may run again for
   * the same press: use `db.once(press.id, …)`.
   */
  run(
    press: PluginPress,
    services: PluginServices<Config> & { readonly signal: AbortSignal },
  ): unknown;
}

/** Returns the handler of a press; undefined if no prefix fits. */
export function callbackFor<Callback extends Pick<PluginCallback, "prefix">>(
  callbacks: readonly Callback[],
  data: string,
): Callback | undefined {
  return callbacks
    .filter(({ prefix }) => data.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)[0];
}
