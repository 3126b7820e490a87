import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { PluginPowers } from "../plugins.ts";

const label = z.string().min(1).max(64);

const button = z.union([
  z.strictObject({ label, data: z.string().min(1).max(200) }),
  z.strictObject({ label, url: z.url({ protocol: /^https$/ }).max(1000) }),
]);

/** Rows of buttons below a message. */
export const buttonRows = z.array(z.array(button).min(1).max(8)).max(20);

/** Beginnings of the data that a plugin's handlers take. */
export const callbackPrefixes = z.array(z.string().max(100)).max(20);

export const expirySeconds = z
  .number()
  .min(1)
  .max(30 * 24 * 60 * 60);

/** Longest text above buttons: one message holds it on all channels. */
const MAX_TEXT = 2000;

/** Throws `denied` without the power `buttons`, and `invalid` for a text that is too long for them. */
export function assertMayShowButtons(
  plugin: string,
  powers: Pick<PluginPowers, "buttons">,
  text: string,
): void {
  if (!powers.buttons)
    throw new Fault("denied", `The plugin ${plugin} may not show buttons.`, {
      hint: 'Declare "buttons": true in reeve.powers of package.json.',
    });
  if (text.length > MAX_TEXT)
    throw new Fault("invalid", `The text above buttons has more than ${MAX_TEXT} characters.`, {
      hint: "Shorten it, or send the rest as a message without buttons.",
    });
}

/** Throws `invalid` if a plugin handles presses without the power. */
export function assertCallbacksDeclared(
  { callbacks }: { readonly callbacks: readonly string[] },
  powers: Pick<PluginPowers, "buttons">,
): void {
  if (callbacks.length > 0 && !powers.buttons)
    throw new Fault("invalid", "The plugin handles buttons, which the manifest does not declare.", {
      hint: 'Add "buttons": true to reeve.powers in package.json.',
    });
  const twice = callbacks.find((one, index) => callbacks.indexOf(one) !== index);
  if (twice !== undefined) throw new Fault("invalid", `Two callbacks have the prefix "${twice}".`);
}
